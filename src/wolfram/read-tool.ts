/** `LLMTool[<|…|>]` and its short form `LLMTool["Name", {"x" -> "Integer"}, f]` as a tool of the file format. */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { readTextFunction } from './read-function.ts';
import { optionalTags, optionalText, type ReadArgument, readContent, readWrittenFunction } from './read-prompt.ts';
import { booleanOf, type Entry, entriesOf, entryOf, isNothing, type Notes, type Reading } from './reading.ts';
import { codeOf } from './syntax/code-of.ts';
import type { Expression } from './syntax/expression.ts';
import { headName } from './syntax/symbols.ts';

const kinds: Readonly<Record<string, string>> = {
  String: 'string',
  Integer: 'integer',
  Number: 'number',
  Real: 'number',
  Boolean: 'boolean',
};

/** @returns data under canonical keys; undefined where it has no name or nothing to run */
export function readTool(node: Expression, reading: Reading, notes: Notes): JsonObject | undefined {
  const [first, parameters, run] = node.kind === 'call' ? node.arguments : [node];
  if (first?.kind === 'association') {
    const entries = entriesOf(first, reading);
    const content = entryOf(entries, 'Function');
    return content && tool(entries, entryOf(entries, 'Parameters')?.value, content.value, reading, notes);
  }
  // {name, description} or the name alone.
  const [name, description] = first?.kind === 'list' ? first.items : [first];
  if (name?.kind !== 'string' || !run) return undefined;
  const given = [
    { key: 'Name', value: name, node: name },
    ...(description ? [{ key: 'Description', value: description, node: description }] : []),
  ];
  return tool(given, parameters, run, reading, notes);
}

function tool(
  entries: readonly Entry[],
  parameters: Expression | undefined,
  run: Expression,
  given: Reading,
  notes: Notes,
): JsonObject | undefined {
  const name = entryOf(entries, 'Name');
  if (name?.value.kind !== 'string') return undefined;
  const read = parameters ? readParameters(parameters, given, notes) : [];
  const initialization = entryOf(entries, 'Initialization');
  const isSetUp = initialization && !isNothing(initialization.value);
  const reading = isSetUp ? { ...given, setup: [...given.setup, initialization.value] } : given;
  const args = read.map(({ Name, Required }): ReadArgument => ({ Name: String(Name), Required: Required === true }));
  const content = readRun(run, args, reading, notes);
  for (const { Name, Default } of args) {
    const parameter = read.find((each) => each.Name === Name);
    if (parameter && Default !== undefined) parameter.Default = parameterDefault(Default, parameter.Kind);
  }
  for (const entry of entries) {
    if (!/^(?:name|displayname|description|tags|parameters|function|initialization)$/i.test(entry.key))
      notes.lost(`${entry.key} of the tool ${name.value.value} is left out: tools have no such key here.`, entry.node);
  }
  return {
    Name: name.value.value,
    ...optionalText('Title', entryOf(entries, 'DisplayName'), notes),
    ...optionalText('Description', entryOf(entries, 'Description'), notes),
    ...optionalTags(entryOf(entries, 'Tags'), notes),
    ...(read.length > 0 && { Parameters: read }),
    Content: content,
  };
}

/** Text for a tool's function that only returns one; else code. */
function readRun(run: Expression, args: ReadArgument[], reading: Reading, notes: Notes): unknown {
  const written = readWrittenFunction(run, args, reading, notes);
  if (written) return written;
  const text = readTextFunction(run);
  const content = text && readContent(text, args, reading, notes);
  if (typeof content === 'string' || (isJsonObject(content) && 'StringTemplate' in content)) return content;
  return { Function: { Wolfram: codeOf(run, reading).code } };
}

/** The default of a slot, which is text, as the kind of its parameter. */
function parameterDefault(text: string, kind: unknown): unknown {
  if (kind !== 'integer' && kind !== 'number' && kind !== 'boolean') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A list or an association of `name -> interpreter` or `name -> <|"Interpreter" -> …, "Help" -> …, "Required" -> …|>`. */
function readParameters(node: Expression, reading: Reading, notes: Notes): readonly Record<string, unknown>[] {
  const items = node.kind === 'list' ? node.items : node.kind === 'association' ? node.entries : [node];
  return items.flatMap((item) => {
    if (item.kind === 'string') return [{ Name: item.value, Required: true }];
    if (item.kind !== 'rule' || item.left.kind !== 'string') {
      notes.lost('A parameter is left out: it is not of the form "name" -> what it takes.', item);
      return [];
    }
    const entries = entriesOf(item.right, reading);
    const interpreter = entryOf(entries, 'Interpreter')?.value ?? (entries.length === 0 ? item.right : undefined);
    const required = entryOf(entries, 'Required');
    return [
      {
        Name: item.left.value,
        ...optionalText('Description', entryOf(entries, 'Help'), notes),
        Required: required ? booleanOf(required.value) !== false : true,
        ...kindOf(interpreter, item.left.value, notes),
      },
    ];
  });
}

/** `Restricted["String", {"a", "b"}]`: the values to choose from. */
function choicesOf(interpreter: Expression): readonly string[] | undefined {
  if (interpreter.kind !== 'call' || headName(interpreter) !== 'Restricted') return undefined;
  const [type, values, third] = interpreter.arguments;
  if (type?.kind !== 'string' || type.value !== 'String' || values?.kind !== 'list' || third) return undefined;
  const texts = values.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  return texts.length > 0 && texts.length === values.items.length ? texts : undefined;
}

function kindOf(interpreter: Expression | undefined, name: string, notes: Notes): JsonObject {
  if (!interpreter) return {};
  const choices = choicesOf(interpreter);
  if (choices) return { Kind: choices };
  const kind = interpreter.kind === 'string' ? kinds[interpreter.value] : undefined;
  if (kind === 'string') return {};
  if (kind !== undefined) return { Kind: kind };
  notes.changed(`The parameter ${name} now takes any text: only Wolfram knows its interpreter.`, interpreter);
  return {};
}
