/** Pagination of `prompts/list`, `tools/list` and `resources/list` (MCP, "Pagination"). */
import type { ProtocolError } from '@modelcontextprotocol/server';
import { getOrCreate } from '../../base/get-or-create.ts';
import { invalidParams } from './answer/failure.ts';

/** Entries per page. */
export const pageSize = 100;

/** A list in pages, each built at its first request. */
export interface Pages<List> {
  /** @param cursor `nextCursor` of a page of this list or of an older state. @throws ProtocolError −32602 */
  page(cursor: unknown): List & { readonly nextCursor?: string };
}

export interface PagedItems<Item, List extends object> {
  /** A cursor of another list is refused. */
  readonly kind: 'prompts' | 'tools' | 'resources' | 'resourceTemplates' | 'skills' | 'directory';
  readonly items: readonly Item[];
  /** Returns the key of an item, which no other item has. */
  readonly keyOf: (item: Item) => string;
  /** Returns an item's index by its key. */
  readonly indexOf: (key: string) => number | undefined;
  /** Converts items for clients. */
  readonly shape: (items: readonly Item[]) => List;
}

export function createPages<Item, List extends object>({
  kind,
  items: allItems,
  keyOf,
  indexOf,
  shape,
}: PagedItems<Item, List>): Pages<List> {
  const pages = new Map<number, List & { readonly nextCursor?: string }>();
  const pageFrom = (start: number) => {
    const end = Math.min(start + pageSize, allItems.length);
    const items = allItems.slice(start, end);
    const last = items.at(-1);
    const hasMore = end < allItems.length && last !== undefined;
    return hasMore ? { ...shape(items), nextCursor: encodeCursor(kind, keyOf(last), end) } : shape(items);
  };
  return {
    page(cursor) {
      const start = cursor === undefined ? 0 : startAfter(kind, cursor, indexOf, allItems.length);
      return getOrCreate(pages, start, () => pageFrom(start));
    },
  };
}

/**
 * A cursor has the key of the last item of its page, so that it stays correct when items before it are added or removed. Its index
 * is the fallback if that item itself is removed.
 */
function encodeCursor(kind: string, key: string, next: number): string {
  return Buffer.from(JSON.stringify([kind, key, next])).toString('base64url');
}

function startAfter(
  kind: string,
  cursor: unknown,
  indexOf: (key: string) => number | undefined,
  length: number,
): number {
  const parts = decodeCursor(cursor);
  if (parts?.[0] !== kind) throw unknownCursor();
  const [, key, next] = parts;
  const index = indexOf(key);
  return index === undefined ? Math.min(next, length) : index + 1;
}

function decodeCursor(cursor: unknown): [kind: string, key: string, next: number] | undefined {
  if (typeof cursor !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 3) return undefined;
    const [kind, key, next] = value;
    const isValid = typeof kind === 'string' && typeof key === 'string' && Number.isSafeInteger(next) && next >= 0;
    return isValid ? [kind, key, next] : undefined;
  } catch {
    return undefined;
  }
}

/** −32602 for a cursor that no page of the list has named (MCP, "Pagination"). */
function unknownCursor(): ProtocolError {
  return invalidParams('This server did not issue this cursor for this list; start again without a cursor.');
}
