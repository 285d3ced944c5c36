/** The form of `context.ask` in a function: its fields, in the words of a prompt's arguments. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { canonicalise } from '../canonical.ts';
import type { Argument } from '../definitions.ts';
import { readArguments } from '../prompt/arguments.ts';
import { isSecret } from '../prompt/asking.ts';
import { isAbsent, readValue, typedValue } from '../prompt/read-value.ts';
import type { Field, Reply } from './dialogue.ts';
import { formSchema } from './form-schema.ts';

export interface FunctionForm {
  /** Its key on the wire. */
  readonly name: string;
  readonly message: string;
  readonly fields: readonly Field[];
  schema(isRich: boolean): JsonObject;
}

/**
 * Reads the question of a function: `{message, fields: [{name, kind, choices, …}]}`; `name` is optional.
 * @throws WorkbenchError with a sentence for the function's author
 */
export function functionForm(question: unknown): FunctionForm {
  const { name = 'form', message, fields } = isJsonObject(question) ? question : ({} as JsonObject);
  if (typeof message !== 'string' || message.trim() === '' || !Array.isArray(fields) || fields.length === 0)
    throw wrong('context.ask needs {message: text, fields: [{name, kind}]}.');
  const report = {
    tag: 'InvalidMCPPromptSpecification' as const,
    findings: [] as { severity: string; message: string }[],
  };
  const { value } = canonicalise('prompt', { Arguments: fields });
  const parameters = readArguments(value as JsonObject, [], report as never);
  const fault = report.findings.find(({ severity }) => severity === 'error');
  if (!parameters || fault) throw wrong(`context.ask: ${fault?.message ?? 'the fields are not right.'}`);
  const secret = parameters.find(isSecret);
  if (secret) throw wrong(`context.ask cannot ask for ${secret.name}: forms never ask for secrets.`);
  const formFields = parameters.map(
    (field: Argument): Field => ({ ...field, ...(field.default !== undefined && { value: field.default }) }),
  );
  return { name: String(name), message, fields: formFields, schema: (isRich) => formSchema(formFields, isRich) };
}

/**
 * The values of an answer by field, each of its type; null after `decline`.
 * @throws WorkbenchError that names a field whose value is missing or wrong
 */
export function valuesOfReply({ fields }: FunctionForm, { action, content }: Reply): JsonObject | null {
  if (action === 'decline') return null;
  if (action !== 'accept') throw wrong('the action of an answer must be accept, decline or cancel.');
  const answers = isJsonObject(content) ? content : {};
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const rawAnswer = Object.hasOwn(answers, field.name) ? answers[field.name] : field.default;
    if (isAbsent(field, rawAnswer) || (field.required && rawAnswer === '')) {
      if (field.required) throw wrong(`the answer has no value for ${field.name}.`);
      continue;
    }
    const { value, fault } = readValue(field, rawAnswer);
    if (fault !== undefined) throw wrong(`${field.name} ${fault}`);
    values.push([field.name, typedValue(field, value)]);
  }
  return Object.fromEntries(values);
}

function wrong(message: string): WorkbenchError {
  return new WorkbenchError('failed', message);
}
