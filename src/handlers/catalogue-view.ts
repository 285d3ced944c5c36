import { defaultPrompts } from '../catalogue/builtin.ts';
import type { CatalogueEntry } from '../contract/contract.ts';
import type { LibrarySnapshot, WorkspaceFile } from '../library/types.ts';
import type { PromptDefinition } from '../model/definitions.ts';

/** Every prompt that a server can list, by catalogue name: the workspace's, then the built-in ones. */
export function catalogueView(snapshot: LibrarySnapshot): CatalogueEntry[] {
  const own = new Map<string, WorkspaceFile>();
  for (const file of snapshot.files) if (file.kind === 'prompt' && !own.has(file.name)) own.set(file.name, file);
  const listings = listingsOf(snapshot);
  const entry = (catalogueName: string, prompt: PromptDefinition | undefined) => ({
    catalogueName,
    name: prompt?.name ?? catalogueName,
    ...(prompt?.title === undefined ? {} : { title: prompt.title }),
    ...(prompt?.description === undefined ? {} : { description: prompt.description }),
    arguments: (prompt?.arguments ?? []).map(({ name, required }) => ({ name, required })),
    listedBy: listings.get(catalogueName) ?? [],
  });
  return [
    ...[...own.values()].map(({ file, name, prompt }) => ({
      ...entry(name, prompt),
      builtin: false,
      location: { file, at: [] },
    })),
    ...[...defaultPrompts].flatMap(([name, prompt]) =>
      own.has(name) ? [] : [{ ...entry(name, prompt), builtin: true }],
    ),
  ];
}

/** Names of the servers that list each catalogue name. */
function listingsOf({ servers }: LibrarySnapshot): ReadonlyMap<string, string[]> {
  const listings = new Map<string, string[]>();
  for (const [server, { entries }] of servers) {
    for (const name of new Set(entries.map(({ catalogueName }) => catalogueName))) {
      if (name !== undefined) listings.set(name, [...(listings.get(name) ?? []), server]);
    }
  }
  return listings;
}
