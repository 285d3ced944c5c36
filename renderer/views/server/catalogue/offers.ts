import type { CatalogueEntry, ServerSummary } from '../../../../src/contract/contract.ts';

/** What adding an entry of the catalogue to a server's list would come to. */
export type Offer =
  | { readonly kind: 'free' }
  | { readonly kind: 'listed' }
  /** The list has another prompt with this MCP name: clients would get neither. */
  | { readonly kind: 'clash'; readonly message: string };

export function offerOf(entry: CatalogueEntry, server: ServerSummary): Offer {
  if (server.prompts.some(({ catalogueName }) => catalogueName === entry.catalogueName)) return { kind: 'listed' };
  const rival = server.prompts.find(({ name }) => name === entry.name);
  if (!rival) return { kind: 'free' };
  const other = rival.catalogueName ?? 'an inline prompt';
  const message = `${server.name} offers ${entry.name} already (${other}): neither is served until one of them is renamed.`;
  return { kind: 'clash', message };
}

/** What is looked through when a person types into the search field. */
export function searchText({ catalogueName, name, title, description }: CatalogueEntry): string {
  return [catalogueName, name, title, description].filter((text) => text !== undefined).join('\n');
}
