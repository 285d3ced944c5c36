/**
 * Writes the program for a kernel: the code of a definition, the arguments, and the conversion of the result to text.
 * Code and arguments are string literals, so that nothing in them is read as part of the program.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { printString } from '../syntax/strings.ts';
import { codeAndSend } from './run-kernel.ts';

/**
 * Follows the reference (`prompts/get` of WolframResearch/AgentTools): text is itself, a template is applied, a list of
 * content objects gives its texts. Any other value is called with the association of arguments, and the result is
 * converted in the same way; any remaining value is printed with `ToString`. A failure is reported, not printed as text.
 * @param mark encloses the answer on stdout, which also has whatever the code itself prints
 */
export function wolframProgram(code: string, values: JsonObject, mark: string): string {
  return `promptWorkbench\`arguments = ${written(values)};
${codeAndSend(code, mark)}${finish}`;
}

/** JSON data as the language writes it. */
function written(value: unknown): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number') return String(value).replace(/e\+?/, '*^');
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `{${value.map(written).join(', ')}}`;
  if (!isJsonObject(value)) return 'Null';
  return `<|${Object.entries(value)
    .map(([name, inner]) => `${printString(name)} -> ${written(inner)}`)
    .join(', ')}|>`;
}

const finish = `
promptWorkbench\`items[value_List] := AllTrue[value, AssociationQ] && AllTrue[value, KeyExistsQ["type"]];
promptWorkbench\`items[_] := False;

promptWorkbench\`text[value_String, _] := value;
promptWorkbench\`text[value_TemplateObject, called_] := promptWorkbench\`text[TemplateApply[value, promptWorkbench\`arguments], called];
promptWorkbench\`text[value_List?promptWorkbench\`items, _] := StringJoin[Lookup[Select[value, #type === "text" &], "text", ""]];
promptWorkbench\`text[value_Association, called_] /; KeyExistsQ[value, "Content"] := promptWorkbench\`text[value["Content"], True];
promptWorkbench\`text[value_?promptWorkbench\`failedQ, _] := value;
promptWorkbench\`text[value_?NumberQ, _] := ToString[value];
promptWorkbench\`text[value_, False] := promptWorkbench\`text[value[promptWorkbench\`arguments], True];
promptWorkbench\`text[value_, True] := ToString[value];

Module[{result},
  result = Quiet[CheckAbort[Catch[promptWorkbench\`text[ToExpression[promptWorkbench\`code, InputForm], False], _, Function[{value, tag}, value]], $Aborted]];
  If[StringQ[result],
    promptWorkbench\`send["text", result],
    promptWorkbench\`send["failed", Quiet[Check[If[Head[result] === Failure, result["Message"], ""], ""]] /. Except[_String] -> ""]
  ]
];
`;
