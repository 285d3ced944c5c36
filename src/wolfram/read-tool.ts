/** `LLMTool[<|…|>]` and its short form `LLMTool["Name", {"x" -> "Integer"}, f]` as a tool of the file format. */
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { readInput } from '../model/tool/tool-parameters.ts';
import { readTextFunction } from './read-function.ts';
import {
  noteMoment,
  optionalTags,
  optionalText,
  type ReadArgument,
  readContent,
  readWrittenFunction,
} from './read-prompt.ts';
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
  const items = [
    { key: 'Name', value: name, node: name },
    ...(description ? [{ key: 'Description', value: description, node: description }] : []),
  ];
  return tool(items, parameters, run, reading, notes);
}

function tool(
  entries: readonly Entry[],
  parameters: Expression | undefined,
  run: Expression,
  outerReading: Reading,
  notes: Notes,
): JsonObject | undefined {
  const name = entryOf(entries, 'Name');
  if (name?.value.kind !== 'string') return undefined;
  const parameterList = parameters ? readParameters(parameters, outerReading, notes) : [];
  const initialization = entryOf(entries, 'Initialization');
  const isSetUp = initialization && !isNothing(initialization.value);
  const reading = isSetUp ? { ...outerReading, setup: [...outerReading.setup, initialization.value] } : outerReading;
  const args = parameterList.map(
    ({ data }): ReadArgument => ({ Name: String(data.Name), Required: data.Required === true }),
  );
  const content = readRun(run, args, reading, notes);
  for (const { Name, Default } of args) {
    const parameter = parameterList.find(({ data }) => data.Name === Name);
    if (parameter && Default !== undefined) parameter.data.Default = parameterDefault(Default, parameter.data.Kind);
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
    ...inputOf(parameterList),
    Content: content,
  };
}

/** Text for a tool's function that only returns one; else code. */
function readRun(run: Expression, args: ReadArgument[], reading: Reading, notes: Notes): unknown {
  const ownFunction = readWrittenFunction(run, args, reading, notes);
  if (ownFunction) return ownFunction;
  const text = readTextFunction(run);
  const content = text && readContent(text, args, reading, notes);
  if (typeof content === 'string' || (isJsonObject(content) && 'StringTemplate' in content)) return content;
  const { code, moment } = codeOf(run, reading);
  noteMoment(moment, run, notes);
  return { Function: { Wolfram: code } };
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

interface Parameter {
  /** As an entry of `Parameters`. */
  readonly data: Record<string, unknown>;
  readonly limits?: JsonObject;
}

/** A list or an association of `name -> interpreter` or `name -> <|"Interpreter" -> …, "Help" -> …, "Required" -> …|>`. */
function readParameters(node: Expression, reading: Reading, notes: Notes): readonly Parameter[] {
  const items = node.kind === 'list' ? node.items : node.kind === 'association' ? node.entries : [node];
  return items.flatMap((parameter) => {
    if (parameter.kind === 'string') return [{ data: { Name: parameter.value, Required: true } }];
    if (parameter.kind !== 'rule' || parameter.leftSide.kind !== 'string') {
      notes.lost('A parameter is left out: it is not of the form "name" -> what it takes.', parameter);
      return [];
    }
    const entries = entriesOf(parameter.rightSide, reading);
    const interpreter =
      entryOf(entries, 'Interpreter')?.value ?? (entries.length === 0 ? parameter.rightSide : undefined);
    const requiredEntry = entryOf(entries, 'Required');
    const { data, limits } = kindOf(interpreter, parameter.leftSide.value, notes);
    return [
      {
        data: {
          Name: parameter.leftSide.value,
          ...optionalText('Description', entryOf(entries, 'Help'), notes),
          Required: requiredEntry ? booleanOf(requiredEntry.value) !== false : true,
          ...data,
        },
        ...(limits && { limits }),
      },
    ];
  });
}

/** `Restricted["String", {"a", "b"}]`, or the list alone: the values to choose from. */
function choicesOf(interpreter: Expression): readonly string[] | undefined {
  const restriction = restrictionOf(interpreter);
  const values =
    interpreter.kind === 'list' ? interpreter : restriction?.type === 'String' ? restriction.values : undefined;
  if (values?.kind !== 'list') return undefined;
  const texts = values.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []));
  return texts.length > 0 && texts.length === values.items.length ? texts : undefined;
}

/** The type and the values of `Restricted["Integer", {1, 10}]`. */
function restrictionOf(interpreter: Expression): { readonly type: string; readonly values: Expression } | undefined {
  if (interpreter.kind !== 'call' || headName(interpreter) !== 'Restricted') return undefined;
  const [type, to, third] = interpreter.arguments;
  return type?.kind === 'string' && to && !third ? { type: type.value, values: to } : undefined;
}

/** The limits of `{1, 10}`, `{0, Infinity}`, as JSON Schema writes them; undefined for another range. */
function limitsOf(range: Expression): JsonObject | undefined {
  if (range.kind !== 'list' || range.items.length !== 2) return undefined;
  const [minimum, maximum] = range.items.map(limitOf);
  if (minimum === undefined || maximum === undefined) return undefined;
  return { ...(minimum !== 'none' && { minimum }), ...(maximum !== 'none' && { maximum }) };
}

function limitOf(node: Expression): number | 'none' | undefined {
  if (node.kind === 'number') return Number.isFinite(Number(node.text)) ? Number(node.text) : undefined;
  const name = node.kind === 'symbol' ? node.name : node.kind === 'code' ? node.code : '';
  return /^-?\s*Infinity$/.test(name) ? 'none' : undefined;
}

interface Kind {
  readonly data: JsonObject;
  /** `minimum` and `maximum`, which only an `InputSchema` has. */
  readonly limits?: JsonObject;
}

function kindOf(interpreter: Expression | undefined, name: string, notes: Notes): Kind {
  if (!interpreter) return { data: {} };
  const choices = choicesOf(interpreter);
  if (choices) return { data: { Kind: choices } };
  const restriction = restrictionOf(interpreter);
  const type = interpreter.kind === 'string' ? interpreter.value : restriction?.type;
  const kind = type === undefined ? undefined : kinds[type];
  const limits = restriction && (kind === 'integer' || kind === 'number') ? limitsOf(restriction.values) : undefined;
  if (kind === undefined)
    notes.changed(`The parameter ${name} now takes any text: only Wolfram knows its interpreter.`, interpreter);
  else if (restriction && !limits)
    notes.changed(`The parameter ${name} now takes any ${kind}: only Wolfram knows its restriction.`, interpreter);
  return {
    data: kind === undefined || kind === 'string' ? {} : { Kind: kind },
    ...(limits && Object.keys(limits).length > 0 && { limits }),
  };
}

/** Parameters with limits are an `InputSchema`: the short form has none. */
function inputOf(parameters: readonly Parameter[]): JsonObject {
  const propertyData = parameters.map(({ data }) => data);
  if (parameters.length === 0) return {};
  const schema = parameters.some(({ limits }) => limits)
    ? readInput({ Parameters: propertyData }, [], { tag: 'InvalidMCPToolSpecification', findings: [] })?.schema
    : undefined;
  if (!isJsonObject(schema?.properties)) return { Parameters: propertyData };
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const { limits } = parameters.find(({ data }) => data.Name === name) ?? {};
    return [name, { ...(property as JsonObject), ...limits }];
  });
  return { InputSchema: { ...schema, properties: Object.fromEntries(properties) } };
}
