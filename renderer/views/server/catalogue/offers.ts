import type { CatalogueEntry, ListName, ServerSummary } from '../../../../src/contract/contract.ts';
import { strings } from '../strings.ts';

/** The effect of adding a catalogue entry to a server's list. */
export type Offer =
  | { readonly kind: 'free' }
  | { readonly kind: 'listed' }
  /** The list has another entry with this MCP name, so clients would get neither. */
  | { readonly kind: 'clash'; readonly message: string };

export function offerOf(entry: CatalogueEntry, server: ServerSummary, list: ListName): Offer {
  const entries: readonly { readonly name: string; readonly catalogueName?: string }[] = server[list];
  if (entries.some(({ catalogueName }) => catalogueName === entry.catalogueName)) return { kind: 'listed' };
  const rivalEntry = entries.find(({ name }) => name === entry.name);
  if (!rivalEntry) return { kind: 'free' };
  const otherName = rivalEntry.catalogueName ?? `an inline ${list === 'tools' ? 'tool' : 'prompt'}`;
  const message = strings.nameClash(server.name, entry.name, otherName);
  return { kind: 'clash', message };
}

/** The text that the search field searches. */
export function searchText({ catalogueName, name, title, description }: CatalogueEntry): string {
  return [catalogueName, name, title, description].filter((text) => text !== undefined).join('\n');
}
