"""What the server answers, and what it refuses, by plain HTTP."""

from __future__ import annotations

import http.client
import io
import json
import random
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest

from masetproof.explore import playing, proofs, server
from masetproof.explore.names import Model
from masetproof.explore.proofs import proved
from masetproof.explore.server import Explorer
from masetproof.explore.site import ASSETS
from masetproof.explore.theorems import certificate_bytes

NAME = "mastermind-2-expected-exact"


def ask(
    served: Explorer, path: str, *, token: str | None = None, method: str = "GET", **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    url = urlsplit(served.address)
    connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=20)
    start = url.path if token is None else f"/{token}/"
    connection.request(method, start + path, headers=headers)
    response = connection.getresponse()
    found = response.status, response.headers, response.read()
    connection.close()
    return found


def test_only_this_machine_is_listened_to(served: Explorer) -> None:
    url = urlsplit(served.address)
    assert url.hostname == "127.0.0.1"
    assert len(url.path.strip("/")) >= 32


def test_pages_have_their_types_and_may_load_nothing_from_elsewhere(served: Explorer) -> None:
    kinds = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
    for name in ["", *ASSETS]:
        status, headers, body = ask(served, name)
        assert status == 200
        assert headers["Content-Type"].startswith(kinds[(name or "x.html").rpartition(".")[2]])
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Access-Control-Allow-Origin"] is None
        assert b"http://" not in body.replace(b"http://www.w3.org/", b"")
        assert b"https://" not in body


@pytest.mark.parametrize(
    ("path", "token", "status"),
    [
        ("data/index.json", "wrong", 403),
        ("data/index.json", "", 403),
        ("data/index.json", "x" * 32, 403),
        ("data/index.json", "%C3%A9", 403),
        ("../../../etc/passwd", None, 404),
        ("%2e%2e/%2e%2e/etc/passwd", None, 404),
        ("static/../server.py", None, 404),
        ("files/../../pyproject.toml", None, 404),
        ("files/%2e%2e%2fsecret.cert", None, 404),
        ("server.py", None, 404),
        (f"data/pattern/{NAME}/99.json", None, 404),
        (f"data/pattern/{NAME}/1e3.json", None, 404),
        ("data/theorem/chess-2-expected-exact.json", None, 404),
        ("data/tree/%2e%2e.json", None, 404),
        ("data/nothing", None, 404),
        (f"find/{NAME}", None, 400),
        (f"find/{NAME}?text=%7B0", None, 400),
        ("hint/mastermind?pegs=40&colours=9", None, 400),
        ("hint/mastermind?pegs=2&colours=3&after=01", None, 400),
        ("hint/mastermind?pegs=2", None, 400),
    ],
)
def test_refusals_are_one_clear_page(
    served: Explorer, path: str, token: str | None, status: int
) -> None:
    found, headers, body = ask(served, path, token=token)
    text = body.decode()
    assert found == status
    assert len(text) < 500
    assert "root:" not in text
    assert "import" not in text
    if headers["Content-Type"] == "application/json":
        assert set(json.loads(text)) == {"error"}
    else:
        assert f"{status} " in text
        assert text.count("<p>") == 1


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", ""])
def test_another_host_is_refused(served: Explorer, host: str) -> None:
    status, _, body = ask(served, "data/index.json", Host=host)
    assert status == 421
    assert b"theorems" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(served: Explorer, method: str) -> None:
    status, headers, body = ask(served, "data/index.json", method=method)
    assert (status, headers["Allow"]) == (405, "GET, HEAD")
    assert b"theorems" not in body


def send(served: Explorer, sent: bytes, *, path: str = "words", token: str | None = None) -> int:
    url = urlsplit(served.address)
    connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=20)
    start = url.path if token is None else f"/{token}/"
    connection.request("POST", start + path, body=sent)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_list_of_words_is_sent_by_who_knows_the_token(
    served: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = b"one\ntwo\nsix\n"
    assert send(served, words) == 200
    assert send(served, words, token="x" * 32) == 403
    assert send(served, words, path="data/index.json") == 405
    for wrong in (b"one\nthree\n", b"\xff\xfe", b""):
        assert send(served, wrong) == 400
    with monkeypatch.context() as patch:
        patch.setattr(server, "_MOST_SENT", len(words) - 1)
        assert send(served, words) == 413
    name = json.loads(
        served.reply(urlsplit(served.address).netloc, _target(served, "words"), sent=words).body
    )["name"]
    status, _, body = ask(served, f"hint/jotto?list={name}&after=one:0")
    assert (status, json.loads(body)["possible"]) == (200, ["six"])
    assert ask(served, "hint/jotto?list=nobody")[0] == 404
    assert ask(served, "keep/jotto?list=small&seed=1&asked=xyz")[0] == 400
    assert ask(served, "words")[0] == 404


def test_an_address_without_its_last_slash_leads_to_the_explorer(served: Explorer) -> None:
    """What a page loads is named from that slash on."""
    url = urlsplit(served.address)
    connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=20)
    connection.request("GET", url.path.rstrip("/"))
    response = connection.getresponse()
    assert (response.status, response.headers["Location"]) == (308, url.path)
    connection.close()


def test_head_is_get_without_a_body(served: Explorer) -> None:
    status, headers, body = ask(served, "style.css", method="HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 1000


def test_two_requests_at_once_get_what_each_of_them_gets_alone(served: Explorer) -> None:
    paths = [
        *(f"data/pattern/{NAME}/{number}.json" for number in range(6)),
        *(f"data/maset/ab-2-worst-exact/{number}.json" for number in range(2)),
        "hint/mastermind?pegs=3&colours=4&after=012:1,0",
        f"find/{NAME}?text=%7B5*%7C*5%7D",
        "data/strategy/ab-2-expected-exact.json",
    ]
    fresh = Explorer({})
    alone = [served.reply(urlsplit(served.address).netloc, _target(served, path)) for path in paths]
    with ThreadPoolExecutor(6) as pool:
        host = urlsplit(fresh.address).netloc
        together = list(pool.map(lambda path: fresh.reply(host, _target(fresh, path)), paths * 3))
    fresh.server_close()
    assert together == alone * 3
    assert {reply.status for reply in together} == {200}


def _target(explorer: Explorer, path: str) -> str:
    return urlsplit(explorer.address).path + path


def test_the_certificate_that_is_downloaded_is_that_of_the_theorem(served: Explorer) -> None:
    status, _, body = ask(served, f"files/{NAME}.cert")
    assert (status, body) == (200, certificate_bytes(proved(Model.named(NAME))))


def test_the_checker_that_is_downloaded_verifies_the_certificate(
    served: Explorer, tmp_path: Path
) -> None:
    certificate = tmp_path / "proof.cert"
    certificate.write_bytes(ask(served, f"files/{NAME}.cert")[2])
    with zipfile.ZipFile(io.BytesIO(ask(served, "files/checker.zip")[2])) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, str(tmp_path / "checker"), str(certificate)]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env={}
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("verified: ")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, list[Model]]]:
    """Theorems of three pegs are those of one, and wait for the event."""
    go, made = Event(), list[Model]()

    def later(model: Model, progress: object = None) -> object:
        if model.pegs == 3:
            made.append(model)
            progress("closure of patterns", 3, 7)  # type: ignore[operator]
            assert go.wait(10)
        return proved(model._replace(pegs=1))

    monkeypatch.setattr(proofs, "proved", later)
    yield go, made
    go.set()


def test_a_large_theorem_is_proved_once_while_others_are_shown(
    slow: tuple[Event, list[Model]],
) -> None:
    go, made = slow
    explorer = Explorer({})
    host = urlsplit(explorer.address).netloc
    path = _target(explorer, "data/theorem/mastermind-3-expected-exact.json")
    told = {"stage": "waiting"}
    while told["stage"] == "waiting":
        reply = explorer.reply(host, path)
        assert reply.status == 202
        told = json.loads(reply.body)["proving"]
    assert told == {"stage": "closure of patterns", "done": 3, "total": 7}
    small = _target(explorer, f"data/theorem/{NAME}.json")
    assert explorer.reply(host, small).status == 200
    certificate = _target(explorer, "files/mastermind-3-expected-exact.cert")
    assert explorer.reply(host, certificate).status == 503
    go.set()
    while reply.status == 202:
        reply = explorer.reply(host, path)
    assert reply.status == 200
    assert len(made) == 1
    explorer.server_close()


COMPARISON = "hint/comparison?pegs=2&colours=90"
"""8,100 words whose answers are found one by one, which takes a minute."""


@pytest.fixture
def computing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many requests are computed at the moment, and at most; two reports are far apart."""
    running = [0, 0]
    lock, whole = threading.Lock(), playing.hint

    def counted(*arguments: object, **options: object) -> object:
        with lock:
            running[0] += 1
            running[1] = max(running)
        try:
            return whole(*arguments, **options)  # type: ignore[arg-type]
        finally:
            with lock:
                running[0] -= 1

    monkeypatch.setattr(playing, "hint", counted)
    return running


def test_a_hint_that_takes_long_is_given_up(
    served: Explorer, computing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_TIME", 0.3)
    status, headers, body = ask(served, COMPARISON)
    assert (status, headers["Content-Type"]) == (503, "application/json")
    sentence = "This takes longer than 0.3 seconds, so the explorer gave it up."
    assert json.loads(body) == {"error": sentence}
    assert computing == [0, 1]


def test_why_many_answers_contradict_each_other_is_given_up(
    served: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 6,561 secrets each contradicts others of 100 answers, which is sorted out in 40 ms."""
    monkeypatch.setattr(server, "_TIME", 0.005)
    draw = random.Random(1)
    steps = "".join(
        f"&after={draw.randrange(9)}{draw.randrange(9)}{draw.randrange(9)}{draw.randrange(9)}:1,0"
        for _ in range(100)
    )
    assert ask(served, f"hint/mastermind?pegs=4&colours=9{steps}")[0] == 503


def test_few_requests_are_computed_at_once(
    served: Explorer, computing: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_TIME", 0.5)
    with ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(lambda _: ask(served, COMPARISON), range(20)))
    assert {status for status, _, _ in replies} == {503}
    told = {json.loads(body)["error"] for _, _, body in replies}
    assert "The explorer is busy with other requests; try again in a moment." in told
    assert computing == [0, server._AT_ONCE]
    assert ask(served, "hint/comparison?pegs=2&colours=5")[0] == 200


def test_what_nobody_waits_for_is_not_computed(served: Explorer, computing: list[int]) -> None:
    url = urlsplit(served.address)
    for _ in range(5):
        connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=20)
        connection.request("GET", url.path + COMPARISON)
        connection.close()
    begin = time.monotonic()
    while computing[1] == 0 or computing[0] > 0:
        assert time.monotonic() - begin < server._TIME / 2, "it goes on without its client"
        time.sleep(0.01)


def test_a_port_that_is_taken_is_an_error(served: Explorer) -> None:
    with pytest.raises(OSError, match="in use"):
        Explorer({}, urlsplit(served.address).port or 0)
