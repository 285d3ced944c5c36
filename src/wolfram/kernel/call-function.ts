/** Calls the Wolfram Language content of a prompt or tool. */
import { WorkbenchError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { printString } from '../syntax/strings.ts';
import { imagesOf, textOf, whyEnded, whyStopped } from './kernel-answers.ts';
import type { KernelEnd, KernelFields, KernelLimits } from './kernel-process.ts';
import { endsOf } from './kernel-program.ts';

/** What a function returns. */
export interface WolframResult {
  readonly text: string;
  /** PNG, as base64. */
  readonly images: readonly string[];
  /** What the code printed, and the kernel's messages; empty for neither. */
  readonly warnings: string;
}

/** @throws WorkbenchError `failed` without an answer, as without a licence, or when the code failed; `unavailable` */
export async function callFunction(
  code: string,
  values: JsonObject,
  limits: KernelLimits,
  run: (fields: KernelFields) => Promise<KernelEnd>,
): Promise<WolframResult> {
  const end = await run({ kind: 'call', code, ...endsOf(code), arguments: printValue(values) });
  if (end.kind === 'cancelled' || end.kind === 'not-started')
    throw new WorkbenchError('unavailable', whyEnded(end, limits));
  if (end.kind !== 'answered') throw new WorkbenchError('failed', whyEnded(end, limits));
  const { record, output, messages } = end;
  const stopReason = whyStopped(record, limits);
  if (stopReason !== undefined) throw new WorkbenchError('failed', stopReason);
  if (textOf(record, 'status') === 'text') {
    const warnings = [output, messages].filter((text) => text !== '').join('\n');
    return { text: textOf(record, 'text'), images: imagesOf(record), warnings };
  }
  const reason = textOf(record, 'text') || messages.slice(0, 1_000);
  throw new WorkbenchError('failed', `The Wolfram code failed${reason === '' ? '.' : `: ${reason}`}`);
}

/** JSON data as the language writes it. */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number') return String(value).replace(/e\+?/, '*^');
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `{${value.map(printValue).join(', ')}}`;
  if (!isJsonObject(value)) return 'Null';
  return `<|${Object.entries(value)
    .map(([name, inner]) => `${printString(name)} -> ${printValue(inner)}`)
    .join(', ')}|>`;
}
