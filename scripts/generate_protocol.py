"""Writes what repeats the types of `sectors.server.protocol`: the page's `protocol.gen.ts` and the tables of
docs/PROTOCOL.md. With --check nothing is written; what is stale is named, and the exit code is 1."""

from __future__ import annotations

import re
import sys
import textwrap
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import msgspec.inspect as inspect
from msgspec import Struct

from sectors.server.http.routes import Route, Routes, route_of
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import CODES

ROOT = Path(__file__).resolve().parent.parent
TYPESCRIPT = ROOT / "web" / "src" / "lib" / "protocol.gen.ts"
DOCUMENT = ROOT / "docs" / "PROTOCOL.md"
MARK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

SIMPLE: dict[Any, str] = {
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


# Types


def described(kind: Any) -> tuple[str, Any]:
    """A field's note, and its type without notes."""
    notes, raw = "", None
    while isinstance(kind, inspect.Metadata):
        notes = notes or (kind.extra_json_schema or {}).get("description", "")
        raw = (kind.extra or {}).get("is_", raw)
        kind = kind.type
    return notes, inspect.type_info(raw) if raw is not None else kind


def written(kind: Any) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, inspect.Metadata) and "name" in (kind.extra or {}):
        return str((kind.extra or {})["name"])
    kind = described(kind)[1]
    match kind:
        case inspect.StructType():
            return str(kind.cls.__name__)
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.UnionType():
            members = sorted(kind.types, key=lambda one: isinstance(one, inspect.NoneType))
            return " | ".join(dict.fromkeys(written(one) for one in members))
        case inspect.ListType():
            item = written(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType():
            if isinstance(described(kind.value_type)[1], inspect.AnyType):
                return "Json"
            return f"Record<{written(kind.key_type)}, {written(kind.value_type)}>"
    return SIMPLE[type(kind)]


def fields(struct: type[Struct], own: bool = False) -> list[tuple[str, bool, str, str]]:
    """Name, whether it may be left out, type and note of each field; with `own` only those that no base has."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    inherited = set(getattr(struct.__base__, "__struct_fields__", ())) if own else set()
    found = []
    for field in info.fields:
        if field.name not in inherited:
            optional = not field.required and (is_request(struct) or info.cls.__struct_config__.omit_defaults)
            found.append((field.encode_name, optional, written(field.type), described(field.type)[0]))
    return found


def is_request(struct: type[Struct]) -> bool:
    return issubclass(struct, requests.Request | requests.Command)


def structs(module: Any) -> list[type[Struct]]:
    """The types that a module defines, in its order."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]
    return [one for one in found if one.__module__ == module.__name__]


# TypeScript


def typescript() -> str:
    aliases = {
        "Json": "Record<string, unknown>",
        "GameEvent": "Json & { event: string }",
        "Status": literal(responses.Status),
        "Pace": literal(responses.Pace),
    }
    parts = [
        "/* Written by scripts/generate_protocol.py from the types of the server; change those, not this. */",
        *(f"export type {name} = {value};" for name, value in aliases.items()),
        *(interface(one) for one in structs(responses)),
        union("Message", get_args(responses.Message)),
        *(interface(one) for one in structs(requests) if one is not requests.Request),
        union("TableCommand", get_args(requests.TableCommand)),
        answers(),
    ]
    text = "\n\n".join(parts) + "\n"
    for name in ("Status", "Pace"):
        text = re.sub(rf": {re.escape(aliases[name])};", f": {name};", text)
    return text


def literal(kind: Any) -> str:
    return written(inspect.type_info(kind))


def interface(struct: type[Struct]) -> str:
    base = struct.__base__
    assert base is not None
    extends = f" extends {base.__name__}" if base not in (Struct, requests.Request) else ""
    lines = [comment(sentence(struct)), f"export interface {struct.__name__}{extends} {{"]
    config = struct.__struct_config__
    if isinstance(config.tag, str) and struct is not requests.Command:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for name, optional, kind, notes in fields(struct, own=True):
        if notes:
            lines.append(comment(f"{notes[0].upper()}{notes[1:]}.", "  "))
        lines.append(f"  {name}{'?' if optional else ''}: {kind};")
    return "\n".join([*lines, "}"])


def comment(text: str, margin: str = "") -> str:
    lines = textwrap.wrap(text, 110 - len(margin))
    return f"{margin}/** " + f"\n{margin} *  ".join(lines) + " */"


def union(name: str, members: tuple[Any, ...]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {one.__name__}" for one in members) + ";"


def answers() -> str:
    """Which command has which answer."""
    pairs = [f"  {requests.command_name(one)}: [{one.__name__}, {one.answer.__name__}];" for one in requests.COMMANDS]
    text = "/** The commands by name: what each takes, and its answer. */\nexport interface Commands {\n"
    return text + "\n".join(pairs) + "\n}"


def sentence(struct: Any) -> str:
    return " ".join((struct.__doc__ or "").split())


# Tables of the document


def table(name: str) -> str:
    match name:
        case "errors":
            rows = [
                [str(status), f"`{code}`", meaning]
                for code, (status, meaning) in sorted(CODES.items(), key=lambda one: one[1][0])
            ]
            return markdown(["status", "code", "meaning, and further fields"], rows)
        case "commands":
            rows = [[f"`{requests.command_name(one)}`", body(one), sentence(one)] for one in requests.COMMANDS]
            return markdown(["command", "body", "what it does"], rows)
        case "messages":
            rows = [[f"`{one.__struct_config__.tag}`", body(one), sentence(one)] for one in get_args(responses.Message)]
            return markdown(["`type`", "fields", "when"], rows)
        case "routes":
            return markdown(["request", "body", "answer", "what it does"], [route_row(*one) for one in all_routes()])
    struct = getattr(responses, name, None) or getattr(requests, name)
    rows = [[f"`{one}`{' (optional)' if left else ''}", code(kind), notes] for one, left, kind, notes in fields(struct)]
    return f"**{name}**: {sentence(struct)}\n\n" + markdown(["field", "type", "meaning"], rows)


def all_routes() -> list[tuple[Route, Any]]:
    found = [(route_of(one), one) for one in vars(Routes).values()]
    return [(route, endpoint) for route, endpoint in found if route is not None]


def route_row(route: Route, endpoint: Any) -> list[str]:
    known = {"self", "request", *re.findall(r"{(\w+)}", route.path)}
    asked = "&".join(f"{name}=" for name in signature(endpoint).parameters if name not in known)
    address = f"{route.method} {route.path}{'?' if asked else ''}{asked}"
    status = "" if route.status == 200 else f" ({route.status})"
    return [f"`{address}`", kind_name(route.body), kind_name(route.answer) + status, sentence(endpoint)]


def kind_name(kind: Any) -> str:
    return "" if kind is None else f"a {kind}" if isinstance(kind, str) else f"*{kind.__name__}*"


def body(struct: type[Struct]) -> str:
    own = [(name, left, kind) for name, left, kind, _ in fields(struct) if not (name == "id" and is_request(struct))]
    return "; ".join(f"`{name}{'?' if left else ''}`: {code(kind)}" for name, left, kind in own)


def code(kind: str) -> str:
    return kind.replace("|", "\\|")


def markdown(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]) + "\n"


def document(text: str) -> str:
    """The document with its tables written anew."""
    return MARK.sub(lambda found: f"{found[1]}{table(found[2])}\n{found[3]}", text)


def main(check: bool) -> int:
    made = {TYPESCRIPT: typescript(), DOCUMENT: document(DOCUMENT.read_text(encoding="utf-8"))}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is stale: run scripts/generate_protocol.py' if check else 'written'}")
        if not check:
            path.write_text(made[path], encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
