import { compareNames } from '../../../base/compare-names.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { CallName, CatalogueEntry, ChangeSet, Handlers, ListName } from '../../../contract/contract.ts';
import { definitionPath } from '../../../files/workspace-paths.ts';
import { duplicateEntry, localiseEntry, shareEntry } from '../../../library/arrange/between-list-and-catalogue.ts';
import {
  deleteFromCatalogue,
  duplicateInCatalogue,
  renameInCatalogue,
} from '../../../library/arrange/change-catalogue.ts';
import { addEntriesTo, deleteEntries, removeEntries, tagEntries } from '../../../library/arrange/change-entries.ts';
import {
  addEntry,
  createEntry,
  moveEntry,
  removeEntry,
  renameDefinition,
  renameEntry,
} from '../../../library/arrange/change-list.ts';
import {
  copyServer,
  createServer,
  deleteServer,
  duplicateServer,
  renameServer,
} from '../../../library/arrange/change-servers.ts';
import { createSkill, deleteSkill, duplicateSkill, renameSkill } from '../../../library/arrange/change-skills.ts';
import { createSource, deleteSource, duplicateSource, renameSource } from '../../../library/arrange/change-sources.ts';
import { createPrompt } from '../../../library/arrange/create-prompt.ts';
import { listKindNamed } from '../../../library/arrange/list-kind.ts';
import { ownDocumentation, readGalleryPrompt } from '../../../library/gallery.ts';
import type { Library, LibrarySnapshot, Plan } from '../../../library/types.ts';
import type { PromptDefinition, ToolDefinition } from '../../../model/definitions.ts';
import type { FormerNames } from '../../../state/former-names.ts';
import type { Trust } from '../../../trust/trust.ts';
import { trustNewWorkspace } from '../../../trust/workspace-asks.ts';
import { changeSetView, editOutcome } from '../answers.ts';

type ArrangeCall = Extract<
  CallName,
  | `${'list' | 'catalogue' | 'server' | 'source' | 'skill' | 'changes'}.${string}`
  | 'definition.move'
  | 'definition.rename'
  | 'prompt.create'
>;

/**
 * The calls that change lists, the catalogue and servers.
 * @param samplesDir has the gallery of prompts
 * @param trust of the workspace: a person who creates its first server trusts it
 */
export function arrangeHandlers(
  library: Library,
  samplesDir: string,
  formerNames: FormerNames,
  trust: Trust,
): Pick<Handlers, ArrangeCall> {
  const by =
    <I>(planOf: (input: I) => Plan) =>
    async (input: I): Promise<ChangeSet> =>
      changeSetView(await library.arrange(planOf(input)));
  return {
    'definition.move': async ({ file, at, from, to }) => editOutcome([], await library.moveItem(file, at, from, to)),
    'prompt.create': async ({ gallery, ...place }) => {
      const sources = ownDocumentation(library.snapshot());
      const text = gallery === undefined ? undefined : (await readGalleryPrompt(samplesDir, gallery, sources)).text;
      return by(createPrompt)({ ...place, ...(text === undefined ? {} : { text }) });
    },
    'list.move': by(moveEntry),
    'list.add': by(addEntry),
    'list.create': by(createEntry),
    'list.duplicate': by(duplicateEntry),
    'list.remove': by(removeEntry),
    'list.rename': by(renameEntry),
    'list.share': by(shareEntry),
    'list.localise': by(localiseEntry),
    'list.removeEach': by(removeEntries),
    'list.deleteEach': by(deleteEntries),
    'list.addEachTo': by(addEntriesTo),
    'list.tagEach': by(tagEntries),
    'definition.rename': by(renameDefinition),
    'catalogue.list': async ({ list }) => catalogueView(library.snapshot(), list),
    'catalogue.rename': by(renameInCatalogue),
    'catalogue.duplicate': by(duplicateInCatalogue),
    'catalogue.delete': by(deleteFromCatalogue),
    async 'server.create'(input) {
      const wasEmpty = library.snapshot().files.length === 0;
      const outcome = await by(() => forgettingName(createServer(input), formerNames))(input);
      if (wasEmpty) await trustNewWorkspace(trust, library.snapshot().files);
      return outcome;
    },
    'server.delete': by(deleteServer),
    'server.copy': by((input) => forgettingName(copyServer(input), formerNames)),
    'server.rename': by(({ file, name }) => rememberingName(renameServer({ file, name }), name, formerNames)),
    'server.duplicate': by((input) => forgettingName(duplicateServer(input), formerNames)),
    'skill.create': by(createSkill),
    'skill.rename': by(renameSkill),
    'skill.duplicate': by(duplicateSkill),
    'skill.delete': by(deleteSkill),
    'source.create': by(createSource),
    'source.rename': by(renameSource),
    'source.duplicate': by(duplicateSource),
    'source.delete': by(deleteSource),
    'changes.revert': async ({ changes }) => {
      await library.revert(changes);
      return {};
    },
  };
}

/** Stores the former name before the file moves: a client's server follows as soon as its file is gone. */
function rememberingName(rename: Plan, name: string, formerNames: FormerNames): Plan {
  return async (workspace) => {
    const change = await rename(workspace);
    for (const { from } of change.moves ?? []) await formerNames.remember(definitionPath(from).name, name);
    return change;
  };
}

/** A new server takes its name from a renamed one: entries with that name are for the new server. */
function forgettingName(create: Plan, formerNames: FormerNames): Plan {
  return async (workspace) => {
    const change = await create(workspace);
    if (change.location) await formerNames.forget(definitionPath(change.location.file).name);
    return change;
  };
}

/** All entries that a list of this kind can hold, by catalogue name: the workspace's first, then the built-in ones. */
function catalogueView(snapshot: LibrarySnapshot, list: ListName = 'prompts'): CatalogueEntry[] {
  const { kind, builtin, listedIn } = listKindNamed(list);
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
  const ownEntries = new Map<string, CatalogueEntry>();
  for (const { file, name, kind: fileKind, prompt, tool } of snapshot.files) {
    if (fileKind !== kind || ownEntries.has(name)) continue;
    ownEntries.set(name, { ...entry(name, prompt ?? tool), builtin: false, location: { file, at: [] } });
  }
  const otherBuiltins = [...builtin].filter(([name]) => !ownEntries.has(name));
  const sortedEntries = [...ownEntries.values()].sort((a, b) => compareNames(a.catalogueName, b.catalogueName));
  return [
    ...sortedEntries,
    ...otherBuiltins.map(([name, definition]) => ({ ...entry(name, definition), builtin: true })),
  ];
}

function argumentsOf(definition: PromptDefinition | ToolDefinition): CatalogueEntry['arguments'] {
  if ('arguments' in definition) return definition.arguments.map(({ name, required }) => ({ name, required }));
  const { properties, required }: JsonObject = definition.inputSchema ?? {};
  const requiredNames = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  return names.map((name) => ({ name, required: requiredNames.has(name) }));
}
