import type { Location } from '../../src/contract/contract.ts';
import type { KeyPath } from '../../src/model/definitions.ts';
import { type StoreContext, sentence } from './context.ts';
import type { DefinitionActions } from './definition.ts';
import { pathKey, startsWith } from './json.ts';
import type { PreviewActions } from './preview.ts';
import { findPrompt, findServer, locationOf, selectionFor } from './selectors.ts';
import type { Selection, WorkbenchState } from './state.ts';

export interface WorkspaceActions {
  /** Reads what the core says, follows what was open, and asks for a new preview. */
  refreshWorkspace(): Promise<void>;
  select(selection: Selection): void;
  /** Goes to the prompt, server or file that a place belongs to. */
  goTo(file: string, at: KeyPath): void;
  setFilter(filter: string): void;
  /** @throws the core's sentence, for the dialog that asked */
  createPrompt(server: string, name: string): Promise<void>;
}

export function createWorkspaceActions(
  { host, settings, get, set }: StoreContext,
  definition: DefinitionActions,
  preview: PreviewActions,
): WorkspaceActions {
  let newest = 0;

  async function refreshWorkspace(): Promise<void> {
    const number = ++newest;
    try {
      const view = await host.call('workspace.get', {});
      if (number !== newest) return;
      const before = get();
      const isFirst = before.workspace.status !== 'ready';
      set({
        workspace: { status: 'ready', view },
        ...(isFirst ? { values: settings.read().values[view.dir] ?? {} } : {}),
      });
      follow(before);
    } catch (error) {
      if (number === newest && get().workspace.status !== 'ready') {
        set({ workspace: { status: 'failed', message: sentence(error) } });
      }
      return;
    }
    await Promise.all([definition.reopen(), preview.refreshPreview()]);
  }

  /** Keeps looking at the same thing after the list has changed; the first time, at the first prompt that is written here. */
  function follow(before: WorkbenchState): void {
    const state = get();
    const { selection } = state;
    if (!selection) {
      select(firstSelection(state));
      return;
    }
    const isThere = selection.kind === 'server' ? findServer(state, selection.server) : findPrompt(state, selection);
    if (isThere || selection.kind === 'file') {
      const location = locationOf(state, selection);
      const shown = state.definition.status === 'open' ? state.definition.view : undefined;
      if (location && shown && !samePlace(location, shown)) void definition.open(location);
      return;
    }
    const location = locationOf(before, selection);
    const moved = location ? selectionFor(state, location.file, location.at) : firstSelection(state);
    // Where only its key is another, the editor stays as it is: the person may be typing there.
    if (location && samePlace(locationOf(state, moved), location)) set({ selection: moved });
    else select(moved);
  }

  function select(selection: Selection): void {
    set({ selection });
    const location = locationOf(get(), selection);
    if (location) void definition.open(location);
    else {
      void definition.flush();
      definition.closeDefinition();
    }
    preview.resetPreview();
    void preview.refreshPreview();
  }

  return {
    refreshWorkspace,
    select,
    goTo: (file, at) => select(selectionFor(get(), file, at)),
    setFilter: (filter) => set({ filter }),
    async createPrompt(server, name) {
      const location = await host.call('prompt.create', { server, name });
      await refreshWorkspace();
      const state = get();
      const prompt = findServer(state, server)?.prompts.find(
        (each) => each.location?.file === location.file && startsWith(location.at, each.location.at),
      );
      select(prompt ? { kind: 'prompt', server, key: prompt.key } : selectionFor(state, location.file, location.at));
    },
  };
}

function firstSelection(state: WorkbenchState): Selection {
  const servers = state.workspace.status === 'ready' ? state.workspace.view.servers : [];
  const server = servers.find(({ builtin, prompts }) => !builtin && prompts.length > 0) ?? servers[0];
  const prompt = server?.prompts.find(({ served }) => served) ?? server?.prompts[0];
  if (server && prompt) return { kind: 'prompt', server: server.name, key: prompt.key };
  return { kind: 'server', server: server?.name ?? '' };
}

function samePlace(a: Location | undefined, b: { readonly file: string; readonly at: KeyPath }): boolean {
  return a?.file === b.file && pathKey(a.at) === pathKey(b.at);
}
