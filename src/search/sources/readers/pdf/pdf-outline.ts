/** Reads the outline of a PDF, which names its sections. */
import type { getDocumentProxy } from 'unpdf';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface Section {
  readonly title: string;
  /** 2 for the outermost sections. */
  readonly level: number;
  /** 1-based. */
  readonly page: number;
  /** Distance from the bottom of the page in points; undefined for the whole page. */
  readonly y: number | undefined;
}

interface Item {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly Item[];
}

const maxSections = 20_000;
const maxLevel = 6;

/** The sections in order; empty without an outline. */
export async function readOutline(document: Document): Promise<readonly Section[]> {
  const outline = (await document.getOutline().catch(() => null)) as readonly Item[] | null;
  if (!outline || outline.length === 0) return [];
  const destinations = (await document.getDestinations().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  const pages = new Map<string, number>();
  const pageOf = async (ref: unknown): Promise<number | undefined> => {
    if (typeof ref === 'number') return ref + 1;
    const key = JSON.stringify(ref);
    const knownPage = pages.get(key);
    if (knownPage !== undefined) return knownPage;
    const index = await document.getPageIndex(ref as Parameters<Document['getPageIndex']>[0]).catch(() => undefined);
    if (index !== undefined) pages.set(key, index + 1);
    return index === undefined ? undefined : index + 1;
  };
  const sections: Section[] = [];
  const openEntries = [...outline].reverse().map((item) => ({ item, level: 2 }));
  for (let next = openEntries.pop(); next && sections.length < maxSections; next = openEntries.pop()) {
    const { item, level } = next;
    const destination = typeof item.dest === 'string' ? destinations[item.dest] : item.dest;
    const title = item.title.replace(/\s+/g, ' ').trim();
    if (Array.isArray(destination) && title !== '') {
      const page = await pageOf(destination[0]);
      const y: unknown = (destination[1] as { name?: string } | null)?.name === 'XYZ' ? destination[3] : undefined;
      if (page !== undefined) sections.push({ title, level, page, y: typeof y === 'number' ? y : undefined });
    }
    const inner = [...item.items].reverse().map((entry) => ({ item: entry, level: Math.min(maxLevel, level + 1) }));
    openEntries.push(...inner);
  }
  return sections;
}
