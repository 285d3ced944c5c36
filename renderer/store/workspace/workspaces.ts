/** Workspaces as a whole: recent ones, opening another, filling an empty one, and the gallery of prompts. */

import type { Output } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { type StartStep, startSteps } from '../state/window.ts';
import type { WorkspaceActions } from './workspace.ts';

export type GalleryPrompt = Output<'gallery.list'>[number];

export interface WorkspacesActions {
  /** Reads the recent workspaces, and shows "Get started" in the first window of this account. @returns whether that succeeded */
  readWorkspaces(): Promise<boolean>;
  /** @returns the link of the workspace's window, if it is another one @throws the core's error, for the dialog to show */
  openWorkspace(dir: string, isNew: boolean): Promise<string | undefined>;
  /** Folders that complete a typed path. */
  suggestFolders(prefix: string): Promise<readonly string[]>;
  /** Opens the system's dialog at a typed path; undefined if the person cancels. */
  chooseFolder(from: string, purpose?: 'source'): Promise<string | undefined>;
  /** Fills an empty workspace with samples, and shows the first. */
  addSamples(): Promise<void>;
  /** @throws */
  readGallery(): Promise<readonly GalleryPrompt[]>;
  /** Opens or closes "Get started"; closed, it does not open by itself again. */
  showStart(isOpen: boolean): void;
  finishStartStep(step: StartStep): void;
}

export function createWorkspacesActions(
  { host, settings, get, set, orNotice }: StoreContext,
  { refreshWorkspace, selectFirst }: Pick<WorkspaceActions, 'refreshWorkspace' | 'selectFirst'>,
): WorkspacesActions {
  const change = (start: Partial<ReturnType<typeof get>['start']>) => set({ start: { ...get().start, ...start } });
  return {
    async readWorkspaces() {
      const answer = await host.call('workspaces.list', {}).catch(() => undefined);
      if (!answer) return false;
      set({ recentWorkspaces: answer.recentWorkspaces, hasFolderDialog: answer.hasFolderDialog });
      const { toured, startDone } = settings.read();
      const isDone = startDone.length === startSteps.length;
      change({ doneSteps: startDone, isOpen: !toured && !answer.isStartClosed && !isDone });
      return true;
    },
    openWorkspace: async (dir, isNew) => (await host.call('workspaces.open', { dir, isNew })).link,
    async chooseFolder(from, purpose) {
      const outcome = await orNotice(host.call('folders.choose', { from, ...(purpose && { for: purpose }) }));
      return outcome?.folder;
    },
    suggestFolders: (prefix) => host.call('folders.suggest', { prefix }).catch(() => []),
    async addSamples() {
      if (!(await orNotice(host.call('workspaces.addSamples', {})))) return;
      await refreshWorkspace();
      selectFirst();
    },
    readGallery: () => host.call('gallery.list', {}),
    showStart(isOpen) {
      change({ isOpen });
      if (isOpen) return;
      settings.change({ toured: true });
      host.call('workspaces.closeStart', {}).catch(() => undefined);
    },
    finishStartStep(step) {
      if (get().start.doneSteps.includes(step)) return;
      const doneSteps = [...get().start.doneSteps, step];
      settings.change({ startDone: doneSteps });
      change({ doneSteps });
    },
  };
}
