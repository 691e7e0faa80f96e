"""`./dev bench NAME …`: runs `bench.NAME.main(argv)`."""

import importlib
import pkgutil
import sys
from pathlib import Path


def names() -> dict[str, str]:
    """Every measurement with the first line of its module's description: modules here that have a `main`."""
    found = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        source = Path(__file__).parent / module.name / "__init__.py"
        if not source.exists():
            source = source.parent.with_suffix(".py")
        text = source.read_text()
        if module.name != "__main__" and "\ndef main(" in text:
            found[module.name] = text.lstrip('"').splitlines()[0].rstrip('"')
    return found


def listing() -> str:
    return "\n".join(f"  {name:12} {line}" for name, line in sorted(names().items()))


def main(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print(f"./dev bench NAME …\n{listing()}")
        return 0
    name, *rest = argv
    if name not in names():
        print(f"There is no bench named {name!r}. There are:\n{listing()}", file=sys.stderr)
        return 2
    result = importlib.import_module(f"bench.{name}").main(rest)
    return int(result or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
