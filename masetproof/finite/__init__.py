"""One finite game: its size, its table of answers, and a position in the middle of it.

Rules and numbers come in; what goes out is what the search, the strategies and the trees work on.
In order:

- `setting`: `FiniteGame`, rules with numbers, which is cheap and refuses no size; what is left
  `after` some answers is one, too; `Goal`;
- `table`: `Table`, all questions and secrets with their answers, which refuses a size for the
  memory it would take;
- `contradictions`: which answers cannot hold together, and how to mend them.
"""
