/** Deletes definitions, after a question if something depends on them, and restores deleted ones. */

import type { ChangeSet, DeletedItem, Location } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { findServer } from '../selectors.ts';
import type { ShellActions } from '../shell.ts';
import type { Deletion, DeletionTarget } from '../state/deletion.ts';
import type { Selection } from '../state/workspace.ts';
import type { ArrangeActions } from './arrange.ts';
import type { WorkspaceActions } from './workspace.ts';

export interface DeletionActions {
  /**
   * Deletes at once, or asks first if it is a server, set up in a client application, listed by several servers, or a
   * skill that a server lists.
   * @param next what is selected instead, if it is the selection
   */
  requestDeletion(target: DeletionTarget, next?: Selection): Promise<void>;
  confirmDeletion(): Promise<void>;
  /** Reads what can be restored, newest first. @throws */
  listDeleted(): Promise<readonly DeletedItem[]>;
  /** Restores a definition and shows it. @throws */
  restoreDeleted(id: string): Promise<void>;
  /** Restores a source and stays on the page. */
  restoreSource(id: string): Promise<void>;
}

export function createDeletionActions(
  { host, get, set, orNotice }: StoreContext,
  arrange: Pick<ArrangeActions, 'deleteCatalogue' | 'deleteServer' | 'deleteSkill' | 'removeEntry'> & {
    arrange(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
    arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
  },
  { openOverlay, closeOverlay }: Pick<ShellActions, 'openOverlay' | 'closeOverlay'>,
  { select }: Pick<WorkspaceActions, 'select'>,
): DeletionActions {
  /** While the list still shows what is deleted, a key that repeats would delete an entry that took its place. */
  let isDeleting = false;

  function entryOf(target: DeletionTarget) {
    if (target.kind !== 'entry') return undefined;
    const entries: readonly { readonly key: string; readonly name: string; readonly location?: Location }[] =
      findServer(get(), target.server)?.[target.list] ?? [];
    const index = entries.findIndex(({ key }) => key === target.key);
    const entry = entries[index];
    return entry && { ...entry, index };
  }

  async function run({ target, next }: Pick<Deletion, 'target' | 'next'>): Promise<void> {
    const { selection } = get();
    const goOn = () => {
      if (next && get().selection === selection) select(next);
    };
    if (target.kind === 'server') await arrange.deleteServer(target.file);
    else if (target.kind === 'skill') await arrange.deleteSkill(target.file, goOn);
    else if (target.kind === 'entry') {
      const entry = entryOf(target);
      if (entry) await arrange.removeEntry(target.server, entry.index, target.list, goOn);
    } else await arrange.deleteCatalogue(target.file, goOn);
  }

  async function request(target: DeletionTarget, next: Selection | undefined): Promise<void> {
    const place = placeOf(target);
    const uses = place ? ((await orNotice(host.call('definition.uses', place))) ?? []) : [];
    const isSetUp = uses.some(({ setUpIn }) => setUpIn.length > 0);
    const after = next && { next };
    const fewest = target.kind === 'skill' ? 1 : 2;
    if (target.kind !== 'server' && !isSetUp && uses.length < fewest) return run({ target, ...after });
    const name = target.kind === 'entry' ? (entryOf(target)?.name ?? '') : target.name;
    set({ deletion: { target, name, uses, ...after } });
    openOverlay('confirm-deletion');
  }

  /** Where the deleted definition is; undefined if the deletion leaves it in its file. */
  function placeOf(target: DeletionTarget): Location | undefined {
    if (target.kind !== 'entry') return { file: target.file, at: [] };
    const { location } = entryOf(target) ?? {};
    return location && location.at.length > 0 ? location : undefined;
  }

  return {
    async requestDeletion(target, next) {
      if (isDeleting) return;
      isDeleting = true;
      try {
        await request(target, next);
      } finally {
        isDeleting = false;
      }
    },
    async confirmDeletion() {
      const { deletion } = get();
      closeOverlay();
      set({ deletion: undefined });
      if (deletion) await run(deletion);
    },
    listDeleted: () => host.call('deleted.list', {}),
    async restoreDeleted(id) {
      await arrange.arrangeAndShow(() => host.call('deleted.restore', { id }));
    },
    async restoreSource(id) {
      await orNotice(arrange.arrange(() => host.call('deleted.restore', { id })));
    },
  };
}
