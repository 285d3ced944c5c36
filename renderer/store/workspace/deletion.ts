/** Deletes definitions, after a question if something depends on them, and restores deleted ones. */

import type { ChangeSet, DeletedItem, Location } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { findServer } from '../selectors.ts';
import type { ShellActions } from '../shell.ts';
import type { DeletionTarget } from '../state/deletion.ts';
import type { ArrangeActions } from './arrange.ts';

export interface DeletionActions {
  /** Deletes at once, or asks first if it is set up in a client application or several servers list it. */
  requestDeletion(target: DeletionTarget): Promise<void>;
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
  arrange: Pick<ArrangeActions, 'deleteCatalogue' | 'deleteServer' | 'removeEntry'> & {
    arrange(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
    arrangeAndShow(change: () => Promise<ChangeSet>): Promise<ChangeSet>;
  },
  { openOverlay, closeOverlay }: Pick<ShellActions, 'openOverlay' | 'closeOverlay'>,
): DeletionActions {
  function entryOf(target: DeletionTarget) {
    if (target.kind !== 'entry') return undefined;
    const entries: readonly { readonly key: string; readonly name: string; readonly location?: Location }[] =
      findServer(get(), target.server)?.[target.list] ?? [];
    const index = entries.findIndex(({ key }) => key === target.key);
    const entry = entries[index];
    return entry && { ...entry, index };
  }

  async function run(target: DeletionTarget): Promise<void> {
    if (target.kind === 'server') await arrange.deleteServer(target.file);
    else if (target.kind === 'entry') {
      const entry = entryOf(target);
      if (entry) await arrange.removeEntry(target.server, entry.index, target.list);
    } else await arrange.deleteCatalogue(target.file);
  }

  /** Where the deleted definition is; undefined if the deletion leaves it in its file. */
  function placeOf(target: DeletionTarget): Location | undefined {
    if (target.kind !== 'entry') return { file: target.file, at: [] };
    const { location } = entryOf(target) ?? {};
    return location && location.at.length > 0 ? location : undefined;
  }

  return {
    async requestDeletion(target) {
      const place = placeOf(target);
      const uses = place ? ((await orNotice(host.call('definition.uses', place))) ?? []) : [];
      const isSetUp = uses.some(({ setUpIn }) => setUpIn.length > 0);
      if (!isSetUp && uses.length < 2) return run(target);
      const name = target.kind === 'entry' ? (entryOf(target)?.name ?? '') : target.name;
      set({ deletion: { target, name, uses } });
      openOverlay('confirm-deletion');
    },
    async confirmDeletion() {
      const { deletion } = get();
      closeOverlay();
      set({ deletion: undefined });
      if (deletion) await run(deletion.target);
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
