import { cleanText } from '../../../base/text/clean-text.ts';
import type { Argument, PromptDefinition } from '../../../model/definitions.ts';
import { missingArguments } from '../../../model/prompt/asking.ts';
import { isAbsent, readValue } from '../../../model/prompt/read-value.ts';
import type { ServerServices } from '../services.ts';
import { invalidParams } from './failure.ts';

/** Most undeclared arguments that one log line names. */
const namedAtMost = 5;

/**
 * Values by declared argument name, without a prototype: an argument may be called `constructor`. Absent optional arguments
 * without a default have no key.
 */
export type ArgumentValues = Readonly<Record<string, string>>;

/**
 * Reads the `arguments` of a `prompts/get`. Missing, `null` and `{}` are the same. Undeclared arguments are ignored and
 * logged.
 * @throws ProtocolError −32602 as `readGiven` and `completeValues` do
 */
export function bindArguments(
  prompt: PromptDefinition,
  rawArguments: unknown,
  services: Pick<ServerServices, 'log'>,
): ArgumentValues {
  return completeValues(prompt, readGiven(prompt, rawArguments, services));
}

/**
 * The values that a request has, each in the one spelling of its kind. For an argument without a kind, any string is a
 * value, including the empty string and a client's placeholder (`$1`).
 * @throws ProtocolError −32602 that names an argument that is not a string, or not a value of its kind (MCP, "Prompts",
 * "Error Handling")
 */
export function readGiven(
  prompt: PromptDefinition,
  rawArguments: unknown,
  services: Pick<ServerServices, 'log'>,
): ArgumentValues {
  const requestArguments = readArguments(prompt.name, rawArguments);
  const values: Record<string, string> = Object.create(null);
  for (const argument of prompt.arguments) {
    const sentValue = valueFor(argument, requestArguments);
    if (sentValue === undefined) continue;
    const label = `Argument "${argument.name}" of prompt "${prompt.name}"`;
    if (typeof sentValue !== 'string') throw invalidParams(`${label} must be a string, not ${kindOf(sentValue)}.`);
    if (isAbsent(argument, sentValue)) continue;
    const { value, fault } = readValue(argument, sentValue);
    if (fault !== undefined) throw invalidParams(`${label} ${fault}`);
    values[argument.name] = value;
  }
  reportUndeclared(prompt, requestArguments, services);
  return values;
}

/**
 * Adds the defaults of absent arguments.
 * @throws ProtocolError −32602 that names the missing arguments
 */
export function completeValues(prompt: PromptDefinition, values: ArgumentValues): ArgumentValues {
  const missingNames = missingArguments(prompt.arguments, values);
  if (missingNames.length > 0) throw invalidParams(missingSentence(prompt.name, missingNames));
  const absentArguments = prompt.arguments.filter(
    (argument) => argument.default !== undefined && values[argument.name] === undefined,
  );
  if (absentArguments.length === 0) return values;
  const defaults = absentArguments.map(({ name, default: value }) => [name, value]);
  return Object.assign(Object.create(null), values, Object.fromEntries(defaults));
}

function valueFor({ name }: Argument, requestArguments: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(requestArguments, name)) return requestArguments[name];
  const listedName = cleanText(name);
  return Object.hasOwn(requestArguments, listedName) ? requestArguments[listedName] : undefined;
}

/** The declared name, and the clean one that the list shows. */
export function namesOf({ name }: { readonly name: string }): readonly string[] {
  const listedName = cleanText(name);
  return listedName === name ? [name] : [name, listedName];
}

function readArguments(prompt: string, rawArguments: unknown): Record<string, unknown> {
  if (rawArguments === undefined || rawArguments === null) return {};
  if (typeof rawArguments === 'object' && !Array.isArray(rawArguments)) return rawArguments as Record<string, unknown>;
  throw invalidParams(`The arguments of prompt "${prompt}" must be an object of strings, not ${kindOf(rawArguments)}.`);
}

function missingSentence(prompt: string, missingNames: readonly string[]): string {
  const names = missingNames.map((name) => `"${name}"`).join(', ');
  return `Prompt "${prompt}" needs the argument${missingNames.length > 1 ? 's' : ''} ${names}; send a value for ${
    missingNames.length > 1 ? 'each' : 'it'
  }.`;
}

/** Logs undeclared arguments in one short line, for any number and any names. */
function reportUndeclared(
  prompt: PromptDefinition,
  requestArguments: Record<string, unknown>,
  services: Pick<ServerServices, 'log'>,
): void {
  const undeclaredNames = Object.keys(requestArguments).filter(
    (name) => !prompt.arguments.some((argument) => argument.name === name || cleanText(argument.name) === name),
  );
  if (undeclaredNames.length === 0) return;
  const firstNames = undeclaredNames.slice(0, namedAtMost).map(loggedName).join(', ');
  const unnamedCount = undeclaredNames.length - namedAtMost;
  services.log(
    'info',
    undeclaredNames.length === 1
      ? `Prompt ${loggedName(prompt.name)} does not declare the argument ${firstNames}; its value was ignored.`
      : `Prompt ${loggedName(prompt.name)} does not declare the arguments ${firstNames}${
          unnamedCount > 0 ? ` and ${unnamedCount} more` : ''
        }; their values were ignored.`,
  );
}

/** A client's name in quotes, shortened, with control characters escaped. */
function loggedName(name: string): string {
  const shortName = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  return JSON.stringify(shortName).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A JSON value's type with its article, for sentences. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
