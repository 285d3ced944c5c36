import type { ResolvedPrompt, ResolvedServer } from '../model/definitions.ts';
import { kept } from '../model/kept.ts';
import { listedPrompt } from './degrade.ts';
import { invalidParams } from './failure.ts';
import type { Features } from './revisions.ts';
import type { ListedPrompt } from './wire.ts';

/** Prompts on one page of `prompts/list`. */
export const PAGE_SIZE = 100;

export interface PromptPage {
  readonly prompts: readonly ListedPrompt[];
  readonly nextCursor?: string;
}

/** One state of a server as clients of one revision see it. Shaped page by page, when first asked for. */
export interface PromptList {
  /** @param cursor `nextCursor` of an earlier page, of this state or an older one. @throws ProtocolError −32602 */
  page(cursor: unknown): PromptPage;
}

/** Kept as long as the state itself is: every connection of every transport shares the shaped pages. */
const lists = new WeakMap<ResolvedServer, Map<string, PromptList>>();
const indexes = new WeakMap<ResolvedServer, ReadonlyMap<string, number>>();

/** The list of one state for one revision; the same object for the same state and equal features. */
export function promptList(server: ResolvedServer, features: Features): PromptList {
  const byFeatures = kept(lists, server, () => new Map<string, PromptList>());
  return kept(byFeatures, `${features.title} ${features.icons}`, () => createPromptList(server, features));
}

/** A prompt by its MCP name, without walking the list. */
export function findPrompt(server: ResolvedServer, name: string): ResolvedPrompt | undefined {
  const index = indexOf(server).get(name);
  return index === undefined ? undefined : server.prompts[index];
}

function indexOf(server: ResolvedServer): ReadonlyMap<string, number> {
  return kept(indexes, server, () => new Map(server.prompts.map((prompt, index) => [prompt.name, index])));
}

/** Whether the whole lists of two states read the same to a client of such a revision. */
export function isSameList(one: ResolvedServer, other: ResolvedServer, features: Features): boolean {
  const shown = (prompt: ResolvedPrompt) => JSON.stringify(listedPrompt(features, prompt));
  return (
    one.prompts.length === other.prompts.length &&
    one.prompts.every((prompt, index) => {
      const rival = other.prompts[index];
      // What has not changed is the same object: only what has is looked at.
      return rival !== undefined && (prompt === rival || shown(prompt) === shown(rival));
    })
  );
}

function createPromptList(server: ResolvedServer, features: Features): PromptList {
  const pages = new Map<number, PromptPage>();
  const shape = (start: number): PromptPage => {
    const end = Math.min(start + PAGE_SIZE, server.prompts.length);
    const prompts = server.prompts.slice(start, end).map((prompt) => listedPrompt(features, prompt));
    const last = prompts.at(-1);
    return end < server.prompts.length && last ? { prompts, nextCursor: encodeCursor(last.name, end) } : { prompts };
  };
  return {
    page(cursor) {
      const start = cursor === undefined ? 0 : startAfter(server, cursor);
      return kept(pages, start, () => shape(start));
    },
  };
}

/**
 * A cursor names the last prompt of its page, so that it still leads to the right place after prompts before it came
 * or went; its position is the fallback for when that prompt itself is gone.
 */
function encodeCursor(name: string, next: number): string {
  return Buffer.from(JSON.stringify([name, next])).toString('base64url');
}

function startAfter(server: ResolvedServer, cursor: unknown): number {
  const decoded = decodeCursor(cursor);
  if (!decoded) throw invalidParams('The cursor is not one that this server gave out; start again without a cursor.');
  const [name, next] = decoded;
  const index = indexOf(server).get(name);
  return index === undefined ? Math.min(next, server.prompts.length) : index + 1;
}

function decodeCursor(cursor: unknown): [name: string, next: number] | undefined {
  if (typeof cursor !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [name, next] = value;
    return typeof name === 'string' && Number.isSafeInteger(next) && next >= 0 ? [name, next] : undefined;
  } catch {
    return undefined;
  }
}
