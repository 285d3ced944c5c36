import { assertNever } from '../../base/assert-never.ts';
import { WorkbenchError } from '../../base/errors.ts';
import type { LiveServer } from '../../library/types.ts';
import type { Completion } from '../../model/definitions.ts';
import { invalidParams } from './answer/failure.ts';
import { functionHost, type RenderContext } from './answer/render.ts';
import { findPrompt } from './prompt-list.ts';

/** Most values in one answer (MCP, "Completion"). */
const MAX_VALUES = 100;
/** Most files that a glob is matched with; above that, only `hasMore` is known. */
const MAX_FILES = 10_000;

export interface CompletionValues {
  readonly values: readonly string[];
  /** The number of all values; absent if unknown. */
  readonly total?: number;
  readonly hasMore: boolean;
}

const NONE: CompletionValues = { values: [], total: 0, hasMore: false };

/**
 * Answers `completion/complete` for a prompt's argument: the values of its `Complete` that begin with the typed text,
 * ignoring case. An argument without `Complete` has no values.
 * @throws ProtocolError −32602 for an unknown prompt or argument; WorkbenchError if its function fails
 */
export async function complete(params: Record<string, unknown>, context: RenderContext): Promise<CompletionValues> {
  const { prompt: promptName, argument: argumentName, value, siblings } = readParams(params);
  const prompt = findPrompt(context.source.current(), promptName);
  if (!prompt)
    throw invalidParams(`There is no prompt named "${promptName}". Call prompts/list for the available prompts.`);
  const argument = prompt.arguments.find(({ name }) => name === argumentName);
  if (!argument) throw invalidParams(`Prompt "${promptName}" has no argument named "${argumentName}".`);
  if (!argument.complete) return NONE;
  const { values, truncated } = await candidates(argument.complete, value, siblings, context);
  const typed = value.toLowerCase();
  const matching = values.filter((candidate) => candidate.toLowerCase().startsWith(typed));
  return {
    values: matching.slice(0, MAX_VALUES),
    ...(!truncated && { total: matching.length }),
    hasMore: truncated || matching.length > MAX_VALUES,
  };
}

interface Candidates {
  readonly values: readonly string[];
  readonly truncated: boolean;
}

async function candidates(
  completion: Completion,
  value: string,
  siblings: Readonly<Record<string, string>>,
  { source, services, client, signal }: RenderContext,
): Promise<Candidates> {
  switch (completion.kind) {
    case 'values':
      return { values: completion.values, truncated: false };
    case 'files':
      return filesMatching(completion.glob, source);
    case 'function': {
      const sandbox = await services.sandbox();
      const result = await sandbox.run({
        source: completion.source,
        args: [value, siblings],
        host: functionHost(services),
        client,
        signal,
      });
      if (!Array.isArray(result) || !result.every((entry) => typeof entry === 'string'))
        throw new WorkbenchError('failed', 'the completion function must return a list of strings.');
      return { values: result, truncated: false };
    }
    default:
      return assertNever(completion);
  }
}

async function filesMatching(glob: string, source: LiveServer): Promise<Candidates> {
  const values = await source.listFiles(glob, MAX_FILES);
  return { values, truncated: values.length >= MAX_FILES };
}

function readParams(params: Record<string, unknown>) {
  const ref = record(params.ref);
  const argument = record(params.argument);
  if (ref?.type === 'ref/resource')
    throw invalidParams('This server has no resource templates; only prompt arguments can be completed.');
  if (ref?.type !== 'ref/prompt' || typeof ref.name !== 'string')
    throw invalidParams('ref must be {"type": "ref/prompt", "name": …}.');
  if (typeof argument?.name !== 'string' || typeof argument.value !== 'string')
    throw invalidParams('argument must be {"name": …, "value": …} with two strings.');
  return { prompt: ref.name, argument: argument.name, value: argument.value, siblings: siblingsOf(params.context) };
}

/** `context.arguments` (2025-06-18 and later): the values of the other arguments so far. */
function siblingsOf(context: unknown): Record<string, string> {
  const rawValues = record(record(context)?.arguments) ?? {};
  return Object.fromEntries(
    Object.entries(rawValues).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
