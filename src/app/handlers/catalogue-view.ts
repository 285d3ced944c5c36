import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { CatalogueEntry, ListName } from '../../contract/contract.ts';
import { listKind } from '../../library/arrange/list-kind.ts';
import type { LibrarySnapshot } from '../../library/types.ts';
import type { PromptDefinition, ToolDefinition } from '../../model/definitions.ts';

/** All entries that a list of this kind can hold, by catalogue name: the workspace's first, then the built-in ones. */
export function catalogueView(snapshot: LibrarySnapshot, list: ListName = 'prompts'): CatalogueEntry[] {
  const { kind, builtin, listedIn } = listKind(list);
  const listings = new Map<string, string[]>();
  for (const [server, entry] of snapshot.servers) {
    for (const name of new Set(listedIn(entry).map(({ catalogueName }) => catalogueName)))
      if (name !== undefined) listings.set(name, [...(listings.get(name) ?? []), server]);
  }
  const entry = (catalogueName: string, definition: PromptDefinition | ToolDefinition | undefined) => ({
    catalogueName,
    name: definition?.name ?? catalogueName,
    ...(definition?.title === undefined ? {} : { title: definition.title }),
    ...(definition?.description === undefined ? {} : { description: definition.description }),
    arguments: definition ? argumentsOf(definition) : [],
    listedBy: listings.get(catalogueName) ?? [],
  });
  const own = new Map<string, CatalogueEntry>();
  for (const { file, name, kind: found, prompt, tool } of snapshot.files) {
    if (found !== kind || own.has(name)) continue;
    own.set(name, { ...entry(name, prompt ?? tool), builtin: false, location: { file, at: [] } });
  }
  const others = [...builtin].filter(([name]) => !own.has(name));
  return [...own.values(), ...others.map(([name, definition]) => ({ ...entry(name, definition), builtin: true }))];
}

function argumentsOf(definition: PromptDefinition | ToolDefinition): CatalogueEntry['arguments'] {
  if ('arguments' in definition) return definition.arguments.map(({ name, required }) => ({ name, required }));
  const { properties, required }: JsonObject = definition.inputSchema ?? {};
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  return names.map((name) => ({ name, required: needed.has(name) }));
}
