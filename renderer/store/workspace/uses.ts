/** What depends on a definition: other servers that list it, and client applications that they are set up in. */
import { wordList } from '../../../src/base/text/word-list.ts';
import type { DefinitionUse, Location } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';

export interface UseActions {
  /** What another name of a prompt or tool changes outside `server`, as a sentence; undefined for nothing. */
  readRenameNote(location: Location, server: string): Promise<string | undefined>;
  /** What another name of a server leaves unchanged in client applications, as a sentence; undefined for nothing. */
  readServerNameNote(file: string): Promise<string | undefined>;
  /** What another name of a skill changes, and the installed copies that keep the old name, as sentences. */
  readSkillNameNote(file: string): Promise<string>;
  /** The client applications that a server is set up in (`Claude Code (my-project)`), and those whose file is broken. */
  readSetUpIn(
    file: string,
  ): Promise<{ readonly places: readonly string[]; readonly brokenApplications: readonly string[] }>;
}

export function createUseActions({ host }: Pick<StoreContext, 'host'>): UseActions {
  const usesOf = (location: Location): Promise<readonly DefinitionUse[]> =>
    host.call('definition.uses', { ...location, at: [...location.at] }).catch(() => []);
  return {
    async readRenameNote(location, server) {
      const uses = await usesOf(location);
      const otherPlaces = uses.flatMap((use) => (use.server === server ? [] : (use.command ?? use.server)));
      const places = placesIn(uses);
      const parts = [
        ...(otherPlaces.length > 0 ? [`also changes ${wordList(otherPlaces)}`] : []),
        ...(places.length > 0 ? [`set up in ${wordList(places)}`] : []),
      ];
      const text = parts.join('; ');
      return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    },
    async readServerNameNote(file) {
      const uses = await usesOf({ file, at: [] });
      const places = placesIn(uses);
      if (places.length === 0) return undefined;
      const name = uses[0]?.server ?? '';
      return `Set up in ${wordList(places)}, where it stays ${name} and keeps working until you connect it again.`;
    },
    async readSkillNameNote(file) {
      const uses = await usesOf({ file, at: [] });
      const folders = [...new Set(uses.flatMap(({ installedIn = [] }) => installedIn))];
      const follow = 'Its file and the servers that list it are updated too.';
      return folders.length === 0
        ? follow
        : `${follow} ${wordList(folders)} keeps the old name: install it again there.`;
    },
    async readSetUpIn(file) {
      const uses = await usesOf({ file, at: [] });
      return { places: placesIn(uses), brokenApplications: [...new Set(uses.flatMap(({ brokenIn }) => brokenIn))] };
    },
  };
}

function placesIn(uses: readonly DefinitionUse[]): readonly string[] {
  return [...new Set(uses.flatMap(({ setUpIn }) => setUpIn))];
}
