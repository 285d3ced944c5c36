/** Pagination of `prompts/list` and `tools/list` (MCP, "Pagination"). */
import { getOrCreate } from '../../base/get-or-create.ts';
import { invalidParams } from './answer/failure.ts';

/** Entries per page. */
export const PAGE_SIZE = 100;

/** A list in pages, each built at its first request. */
export interface Pages<List> {
  /** @param cursor `nextCursor` of a page of this list or of an older state. @throws ProtocolError −32602 */
  page(cursor: unknown): List & { readonly nextCursor?: string };
}

/**
 * @param indexOf returns an item's index by its name
 * @param shape converts items for clients
 */
export function createPages<Item extends { readonly name: string }, List extends object>(
  all: readonly Item[],
  indexOf: (name: string) => number | undefined,
  shape: (items: readonly Item[]) => List,
): Pages<List> {
  const pages = new Map<number, List & { readonly nextCursor?: string }>();
  const pageFrom = (start: number) => {
    const end = Math.min(start + PAGE_SIZE, all.length);
    const items = all.slice(start, end);
    const last = items.at(-1);
    const hasMore = end < all.length && last !== undefined;
    return hasMore ? { ...shape(items), nextCursor: encodeCursor(last.name, end) } : shape(items);
  };
  return {
    page(cursor) {
      const start = cursor === undefined ? 0 : startAfter(cursor, indexOf, all.length);
      return getOrCreate(pages, start, () => pageFrom(start));
    },
  };
}

/**
 * A cursor names the last item of its page, so that it stays correct when items before it are added or removed. Its index
 * is the fallback if that item itself is removed.
 */
function encodeCursor(name: string, next: number): string {
  return Buffer.from(JSON.stringify([name, next])).toString('base64url');
}

function startAfter(cursor: unknown, indexOf: (name: string) => number | undefined, length: number): number {
  const decoded = decodeCursor(cursor);
  if (!decoded) throw invalidParams('This server did not issue this cursor; start again without a cursor.');
  const [name, next] = decoded;
  const index = indexOf(name);
  return index === undefined ? Math.min(next, length) : index + 1;
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
