import type { CatalogueEntry, ListName, ServerSummary } from '../../../../src/contract/contract.ts';

/** What adding an entry of the catalogue to a server's list would come to. */
export type Offer =
  | { readonly kind: 'free' }
  | { readonly kind: 'listed' }
  /** The list has another entry with this MCP name: clients would get neither. */
  | { readonly kind: 'clash'; readonly message: string };

export function offerOf(entry: CatalogueEntry, server: ServerSummary, list: ListName): Offer {
  const entries: readonly { readonly name: string; readonly catalogueName?: string }[] = server[list];
  if (entries.some(({ catalogueName }) => catalogueName === entry.catalogueName)) return { kind: 'listed' };
  const rival = entries.find(({ name }) => name === entry.name);
  if (!rival) return { kind: 'free' };
  const other = rival.catalogueName ?? `an inline ${list === 'tools' ? 'tool' : 'prompt'}`;
  const message = `${server.name} offers ${entry.name} already (${other}): neither is served until one of them is renamed.`;
  return { kind: 'clash', message };
}

/** What is looked through when a person types into the search field. */
export function searchText({ catalogueName, name, title, description }: CatalogueEntry): string {
  return [catalogueName, name, title, description].filter((text) => text !== undefined).join('\n');
}
