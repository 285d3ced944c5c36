/**
 * The program that a kernel loads when it starts. It adds a protocol to the kernel's own reading of lines: `in["…"]` adds a
 * piece of a record, `run[]` answers it on stdout (record.ts). Code arrives as a string, so that nothing in
 * it is read as part of the program.
 */
import { parseWolfram } from '../syntax/parse.ts';
import { printString } from '../syntax/strings.ts';

/** Shorter than any limit of a terminal or a reader of lines. */
const pieceLength = 1_000;

/**
 * Where each statement of code ends, in characters; nothing for a single one, and for code that is not understood here. The
 * kernel evaluates them one by one, as those of a file: it reads the names of a statement only after the packages and
 * contexts before it.
 */
export function endsOf(code: string): { readonly ends?: string } {
  const { statements, problems } = parseWolfram(code);
  if (problems.length > 0 || statements.length < 2) return {};
  let [at, characters] = [0, 0];
  const ends = [...statements.slice(1).map(({ start }) => start), code.length].map((end) => {
    characters += [...code.slice(at, end)].length;
    at = end;
    return characters;
  });
  return { ends: ends.join(',') };
}

/** What loads the program from a file. It leaves the contexts of the session unchanged. */
export function loadLine(file: string): string {
  return `PromptWorkbench\`path = $ContextPath; Block[{$Context = "PromptWorkbench\`", $ContextPath = {"System\`"}}, Get[${printString(file)}]];\n`;
}

/** The lines of one request. @param record base64 and names only, so it needs no escapes */
export function requestLines(record: string): string {
  const pieces = record.match(new RegExp(`.{1,${pieceLength}}`, 'g')) ?? [];
  return `${pieces.map((piece) => `PromptWorkbench\`in["${piece}"];\n`).join('')}PromptWorkbench\`run[];\n`;
}

/**
 * A function's value is kept by its code, so that only the first call evaluates its definitions. Each code has a context,
 * and so has each session: equal names never collide. The answer of a function follows the reference (`prompts/get` of
 * WolframResearch/AgentTools): text is itself, a template is applied, a list of content objects gives its texts and
 * images; any other value is called with the association of arguments. What remains is printed with `ToString`.
 * @param mark for the record that says that the kernel is ready
 */
export function kernelProgram(mark: string): string {
  return `${protocol}
send[${printString(mark)}, <|"status" -> "ready"|>];
`;
}

const protocol = String.raw`$HistoryLength = 0;
Quiet[Map[SetOptions[#, CharacterEncoding -> "UTF-8", PageWidth -> Infinity] &, Streams["stdout"]]];

basePath = DeleteCases[path, "Global${'`'}"];
pieces = {};
prepared = <||>;
contexts = 0;
loaded = <||>;

toBase64[""] := "";
toBase64[text_String] := BaseEncode[StringToByteArray[text, "UTF-8"]];
toBase64[bytes_ByteArray] := BaseEncode[bytes];
fromBase64[text_String] := ByteArrayToString[BaseDecode[text], "UTF-8"];

encode[fields_Association] := StringRiffle[KeyValueMap[#1 <> ":" <> toBase64[#2] &, fields], ";"];
field[text_String] := With[{parts = StringSplit[text, ":"]},
  First[parts] -> If[Length[parts] < 2, "", fromBase64[Last[parts]]]];
decode[text_String] := Association[Map[field, StringSplit[text, ";"]]];

send[mark_String, fields_Association] := WriteString["stdout", "\n", mark, "<", encode[fields], ">", mark, "\n"];

in[text_String] := (AppendTo[pieces, text];);
run[] := Module[{request = decode[StringJoin[pieces]], reply},
  pieces = {};
  WriteString["stdout", "\n", request["mark"], "!"];
  reply = limited[request, Switch[request["kind"], "call", call[request], "evaluate", evaluate[request]]];
  send[request["mark"], Append[reply, "memory" -> ToString[MemoryInUse[]]]];
];

statements[code_, ends_String] := With[{last = Map[FromDigits, StringSplit[ends, ","]]},
  MapThread[StringTake[code, {#1, #2}] &, {Prepend[Most[last] + 1, 1], last}]];
statements[code_, _] := {code};
evaluated[request_] := Module[{value},
  Scan[Function[text, value = ToExpression[text, InputForm]], statements[request["code"], request["ends"]]];
  value
];

SetAttributes[{limited, thrown}, HoldAll];
limited[request_, body_] := Module[{stream, reply},
  stream = OpenWrite[request["messages"], PageWidth -> Infinity, CharacterEncoding -> "UTF-8"];
  reply = Block[{$Messages = {stream}},
    CheckAbort[
      TimeConstrained[
        MemoryConstrained[body, FromDigits[request["memory"]], <|"status" -> "memory"|>],
        FromDigits[request["seconds"]], <|"status" -> "late"|>],
      <|"status" -> "aborted"|>]];
  Close[stream];
  If[AssociationQ[reply], reply, <|"status" -> "failed"|>]
];
thrown[body_] := Catch[Catch[body, _, Function[{value, tag}, value]]];

failedQ[value_] := value === $Failed || value === $Aborted || Head[value] === Failure;
failure[value_] := With[{text = Quiet[Check[If[Head[value] === Failure, value["Message"], ""], ""]]},
  <|"status" -> "failed", "text" -> If[StringQ[text], text, ""]|>];

graphicQ[_Graphics | _Graphics3D | _GeoGraphics | _Graph | _Image | _Image3D | _Legended] := True;
graphicQ[_] := False;
png[value_] := With[{bytes = Quiet[ExportByteArray[value, "PNG"]]}, If[Head[bytes] === ByteArray, bytes, ""]];
numbered[images_List] := Association[MapIndexed["image" <> ToString[First[#2]] -> #1 &, images]];

marked[graphic_] := If[Length[images] < 10,
  AppendTo[images, png[graphic]]; "[image " <> ToString[Length[images]] <> "]",
  "[image left out]"];

evaluate[request_] := Module[{context, contextPath, file, value, text},
  context = request["context"];
  file = request["file"];
  contextPath = restore[context, file];
  Block[{images = {}},
    Block[{$Context = context, $ContextPath = contextPath},
      value = thrown[evaluated[request]];
      contextPath = $ContextPath;
      text = ToString[
        value /. graphic_?graphicQ :> With[{mark = marked[graphic]}, mark /; True],
        InputForm];
    ];
    save[context, contextPath, file];
    Join[
      <|"status" -> If[failedQ[value], "failed", "done"], "text" -> StringTake[text, UpTo[FromDigits[request["characters"]]]],
        "length" -> ToString[StringLength[text]]|>,
      numbered[images]]]
];

restore[context_, file_] := With[{name = context <> "contextPath"},
  If[! KeyExistsQ[loaded, context],
    If[FileExistsQ[file],
      Quiet[Get[file]];
      If[ListQ[Symbol[name]], Quiet[Map[Needs, Complement[Symbol[name], basePath]]]]];
    loaded[context] = True];
  If[ListQ[Symbol[name]], Symbol[name], basePath]
];
save[context_, contextPath_, file_] := (
  ToExpression[context <> "contextPath", InputForm, Function[symbol, symbol = contextPath, HoldAll]];
  Quiet[DumpSave[file, context]];
);

prepare[request_] := Block[{$Context = "PromptWorkbench${'`'}Code" <> ToString[++contexts] <> "${'`'}", $ContextPath = basePath},
  With[{value = thrown[evaluated[request]]},
    With[{entry = {value, $Context, $ContextPath}}, If[! failedQ[value], prepared[request["code"]] = entry]; entry]]];

call[request_] := Module[{code = request["code"], value, context, contextPath, result},
  {value, context, contextPath} = If[KeyExistsQ[prepared, code], prepared[code], prepare[request]];
  Block[{$Context = context, $ContextPath = contextPath, arguments = ToExpression[request["arguments"], InputForm]},
    result = thrown[text[value, False]]];
  Switch[result,
    _String, <|"status" -> "text", "text" -> result|>,
    _answered, Join[<|"status" -> "text", "text" -> First[result]|>, numbered[Last[result]]],
    _, failure[result]]
];

items[value_List] := value =!= {} && AllTrue[value, AssociationQ] && AllTrue[value, KeyExistsQ["type"]];
items[_] := False;

text[value_String, _] := value;
text[value_?graphicQ, _] := answered["", {png[value]}];
text[value_TemplateObject, called_] := text[TemplateApply[value, arguments], called];
text[value_List?items, _] := answered[
  StringJoin[Lookup[Select[value, #type === "text" &], "text", ""]],
  Map[BaseDecode, Lookup[Select[value, #type === "image" &], "data", Nothing]]];
text[value_Association, called_] /; KeyExistsQ[value, "Content"] := text[value["Content"], True];
text[value_?failedQ, _] := value;
text[value_?NumberQ, _] := ToString[value];
text[value_, False] := text[value[arguments], True];
text[value_, True] := ToString[value];
`;
