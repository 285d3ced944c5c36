/** Keeps the answers of runs with their prompt when it, or its server, gets another name: in the window, in a file, by undo. */
import { sentence } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import { once } from '../base/once.ts';
import type { Log } from '../contract/dispatch.ts';
import type { Library, LibrarySnapshot, ServerEntry } from '../library/types.ts';

/** The MCP name of each listed prompt, by the place of its definition. */
type NamesByPlace = ReadonlyMap<string, string>;

interface KnownServer {
  readonly entry: ServerEntry;
  /** Computed at the first call: a start of the workbench needs none. */
  readonly names: () => NamesByPlace;
}

/** Follows the library until the returned function is called. Loads nothing until a prompt gets another name. */
export function keepAnswersWithPrompts(
  library: Library,
  { stateDir, workspaceDir, log }: { readonly stateDir: string; readonly workspaceDir: string; readonly log: Log },
): () => void {
  let known = knownServers(library.snapshot(), new Map());

  async function move(server: string, prompt: string, newServer: string, newPrompt: string): Promise<void> {
    const folders = { stateDir, workspaceDir };
    try {
      const { moveResults } = await import('../run/results.ts');
      await moveResults({ ...folders, server, prompt }, { ...folders, server: newServer, prompt: newPrompt });
    } catch (error) {
      log(`warning: The earlier answers of ${prompt} stay under that name: ${sentence(error)}`);
    }
  }

  return library.subscribe((snapshot) => {
    const next = knownServers(snapshot, known);
    for (const [server, newServer] of sameServers(known, next)) {
      const [before, now] = [known.get(server), next.get(newServer)];
      if (!before || !now || before === now) continue;
      const [names, newNames] = [before.names(), now.names()];
      const [allNames, allNewNames] = [new Set(names.values()), new Set(newNames.values())];
      for (const [place, newName] of newNames) {
        const name = names.get(place);
        if (name === undefined) continue;
        const isRenamed = name !== newName && !allNewNames.has(name) && !allNames.has(newName);
        if (isRenamed || (name === newName && server !== newServer))
          inBackground(move(server, name, newServer, newName));
      }
    }
    known = next;
  });
}

function knownServers(
  { servers }: LibrarySnapshot,
  previous: ReadonlyMap<string, KnownServer>,
): Map<string, KnownServer> {
  return new Map(
    [...servers]
      .filter(([, { builtin }]) => !builtin)
      .map(([server, entry]) => {
        const known = previous.get(server);
        if (known && hasSameNames(known.entry, entry)) return [server, known];
        const formerNames = known?.names();
        return [server, { entry, names: once(() => namesOf(entry, formerNames)) }];
      }),
  );
}

/** Whether two lists have the same names at the same places, as before and after typing in a text. */
function hasSameNames({ entries: before }: ServerEntry, { entries: now }: ServerEntry): boolean {
  return (
    before.length === now.length &&
    now.every(({ prompt, location }, index) => {
      const { prompt: oldPrompt, location: oldLocation } = before[index] ?? {};
      return prompt?.name === oldPrompt?.name && location?.file === oldLocation?.file;
    })
  );
}

/** @param previous the names before, for a definition that has an error for a moment */
function namesOf({ file, entries }: ServerEntry, previous: NamesByPlace | undefined): NamesByPlace {
  const names = new Map<string, string>();
  for (const { prompt, location } of entries) {
    if (!location) continue;
    // A definition inside the server's file stays there when the server gets another name.
    const place = JSON.stringify([location.file === file ? '' : location.file, ...location.at]);
    const name = prompt?.name ?? previous?.get(place);
    if (name !== undefined) names.set(place, name);
  }
  return names;
}

/** Each server with its name now. If one is gone and one is new, they are the same server. */
function sameServers(
  before: ReadonlyMap<string, KnownServer>,
  now: ReadonlyMap<string, KnownServer>,
): readonly (readonly [string, string])[] {
  const goneServers = [...before.keys()].filter((name) => !now.has(name));
  const newServers = [...now.keys()].filter((name) => !before.has(name));
  const [gone, added] = [goneServers[0], newServers[0]];
  const isRenamed = goneServers.length === 1 && newServers.length === 1;
  return [
    ...[...before.keys()].filter((name) => now.has(name)).map((name) => [name, name] as const),
    ...(isRenamed && gone !== undefined && added !== undefined ? [[gone, added] as const] : []),
  ];
}
