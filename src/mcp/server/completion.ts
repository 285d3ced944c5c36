import { assertNever } from '../../base/assert-never.ts';
import { WorkbenchError } from '../../base/errors.ts';
import type { LiveServer } from '../../library/types.ts';
import type { Argument, Completion, ResolvedServer } from '../../model/definitions.ts';
import { namesOf } from './answer/arguments.ts';
import { invalidParams } from './answer/failure.ts';
import { functionHost } from './answer/render.ts';
import type { RenderContext } from './answer/render-context.ts';
import { type Owner, ownerOfResource } from './answer/resources.ts';
import { findPrompt } from './prompt-list.ts';

/** Most values in one answer (MCP, "Completion"). */
const maxValues = 100;
/** Most files that a glob is matched with; above that, only `hasMore` is known. */
const maxFiles = 10_000;

export interface CompletionValues {
  readonly values: readonly string[];
  /** The number of all values; absent if unknown. */
  readonly total?: number;
  readonly hasMore: boolean;
}

const NONE: CompletionValues = { values: [], total: 0, hasMore: false };

/**
 * Answers `completion/complete` for an argument of a prompt or of a resource template: the values of its `Complete` that begin with the typed text,
 * ignoring case. An argument without `Complete` has the values of its `Choices`, if any.
 * @throws ProtocolError −32602 for an unknown prompt, template or argument; WorkbenchError if its function fails
 */
export async function complete(params: Record<string, unknown>, context: RenderContext): Promise<CompletionValues> {
  const { ref, argument: argumentName, value, siblings } = readParams(params);
  const { owner, label } = findCompleted(ref, context.liveServer.current());
  const argument = owner.arguments.find((pick) => namesOf(pick).includes(argumentName));
  if (!argument) throw invalidParams(`${label} has no argument named "${argumentName}".`);
  const completion = completionOf(argument);
  if (!completion) return NONE;
  const { values, isTruncated } = await candidates(completion, value, siblings, context);
  const prefix = value.toLowerCase();
  const matchingValues = values.filter((candidate) => candidate.toLowerCase().startsWith(prefix));
  return {
    values: matchingValues.slice(0, maxValues),
    ...(!isTruncated && { total: matchingValues.length }),
    hasMore: isTruncated || matchingValues.length > maxValues,
  };
}

/** Choices complete by themselves. */
function completionOf({ choices, complete }: Pick<Argument, 'choices' | 'complete'>): Completion | undefined {
  return choices ? { kind: 'values', values: choices.map(({ value }) => value) } : complete;
}

type Ref =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** What has the argument: a prompt, or the prompt or tool that embeds the resource of a URI template. */
function findCompleted(ref: Ref, server: ResolvedServer): { readonly owner: Owner; readonly label: string } {
  if (ref.type === 'ref/prompt') {
    const prompt = findPrompt(server, ref.name);
    if (prompt) return { owner: prompt, label: `Prompt "${ref.name}"` };
    throw invalidParams(`There is no prompt named "${ref.name}". Call prompts/list for the available prompts.`);
  }
  const resource = ownerOfResource(ref.uri, server);
  if (resource) return { owner: resource, label: `Resource template "${ref.uri}"` };
  throw invalidParams(`There is no resource template "${ref.uri}". Call resources/templates/list for those available.`);
}

interface Candidates {
  readonly values: readonly string[];
  readonly isTruncated: boolean;
}

async function candidates(
  completion: Completion,
  value: string,
  siblings: Readonly<Record<string, string>>,
  { liveServer, services, client, signal }: RenderContext,
): Promise<Candidates> {
  switch (completion.kind) {
    case 'values':
      return { values: completion.values, isTruncated: false };
    case 'files':
      return filesMatching(completion.glob, liveServer);
    case 'function': {
      const sandbox = await services.sandbox();
      const result = await sandbox.run({
        code: completion.code,
        args: [value, siblings],
        host: functionHost(services),
        client,
        signal,
      });
      if (!Array.isArray(result) || !result.every((entry) => typeof entry === 'string'))
        throw new WorkbenchError('failed', 'the completion function must return a list of strings.');
      return { values: result, isTruncated: false };
    }
    default:
      return assertNever(completion);
  }
}

async function filesMatching(glob: string, liveServer: LiveServer): Promise<Candidates> {
  const values = await liveServer.listFiles(glob, maxFiles);
  return { values, isTruncated: values.length >= maxFiles };
}

function readParams(params: Record<string, unknown>) {
  const ref = record(params.ref);
  const argument = record(params.argument);
  if (!isRef(ref))
    throw invalidParams('ref must be {"type": "ref/prompt", "name": …} or {"type": "ref/resource", "uri": …}.');
  if (typeof argument?.name !== 'string' || typeof argument.value !== 'string')
    throw invalidParams('argument must be {"name": …, "value": …} with two strings.');
  return { ref, argument: argument.name, value: argument.value, siblings: siblingsOf(params.context) };
}

function isRef(ref: Record<string, unknown> | undefined): ref is Ref & Record<string, unknown> {
  if (ref?.type === 'ref/prompt') return typeof ref.name === 'string';
  return ref?.type === 'ref/resource' && typeof ref.uri === 'string';
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
