/** The saved versions of the open definition. */
import type { HistoryVersion, Location } from '../../../src/contract/contract.ts';
import { type StoreContext, sentence } from '../context.ts';
import type { DefinitionActions } from './definition.ts';
import { openView } from './drafts.ts';
import { pathKey } from './json.ts';
import { recordStep } from './next-steps.ts';

export interface VersionActions {
  /** Lists the versions of the open definition and reads the chosen one, by default the current one. */
  listVersions(): Promise<void>;
  chooseVersion(id: string): Promise<void>;
  /** Writes an earlier version back. */
  restoreVersion(id: string): Promise<void>;
}

export function createVersionActions(
  { host, get, set, notify, orNotice }: StoreContext,
  { flush, inTurn, reopen }: Pick<DefinitionActions, 'flush' | 'inTurn' | 'reopen'>,
  saved: () => void,
): VersionActions {
  let newestList = 0;
  let newestChoice = 0;

  function place(): Location | undefined {
    const view = openView(get());
    return view && { file: view.file, at: [...view.at] };
  }

  async function listVersions(): Promise<void> {
    const number = ++newestList;
    const at = place();
    if (!at) return;
    const placeKey = `${at.file} ${pathKey(at.at)}`;
    const { versions: current } = get();
    if (current.status === 'ready' && current.placeKey !== placeKey) set({ versions: { status: 'none' } });
    try {
      const { versions, failureMessage } = await host.call('history.list', at);
      if (number !== newestList) return;
      const { versions: before } = get();
      const knownVersions = before.status === 'ready' && before.placeKey === placeKey ? before : undefined;
      const wasCurrent = knownVersions?.chosenId === currentOf(knownVersions?.versions ?? []);
      const sameChoice =
        !wasCurrent && versions.some(({ id }) => id === knownVersions?.chosenId) ? knownVersions?.chosenId : undefined;
      const chosenId = sameChoice ?? currentOf(versions);
      set({ versions: { status: 'ready', placeKey, versions, chosenId, content: knownVersions?.content } });
      if (failureMessage !== undefined) notify(failureMessage);
      if (chosenId !== undefined) await chooseVersion(chosenId);
    } catch (error) {
      if (number === newestList) set({ versions: { status: 'failed', message: sentence(error) } });
    }
  }

  async function chooseVersion(id: string): Promise<void> {
    const number = ++newestChoice;
    const at = place();
    const { versions } = get();
    if (!at || versions.status !== 'ready') return;
    set({ versions: { ...versions, chosenId: id } });
    try {
      const historyContent = await host.call('history.read', { ...at, id });
      const now = get().versions;
      const isWanted = number === newestChoice && now.status === 'ready' && now.placeKey === versions.placeKey;
      if (isWanted) set({ versions: { ...now, content: { id, historyContent } } });
    } catch (error) {
      if (number === newestChoice) notify(sentence(error));
    }
  }

  async function restoreVersion(id: string): Promise<void> {
    if (!(await flush())) return;
    const at = place();
    if (!at) return;
    const result = await orNotice(inTurn(() => host.call('history.restore', { ...at, id })));
    if (result?.kind === 'conflict') notify('The file was just changed elsewhere: check it and try again.');
    if (result?.kind === 'saved') {
      set(recordStep(get()));
      const label = 'Restored an earlier version';
      notify(`${label}.`, { label });
    }
    await reopen();
    saved();
  }

  return { listVersions, chooseVersion, restoreVersion };
}

function currentOf(versions: readonly HistoryVersion[]): string | undefined {
  return versions.find(({ isCurrent }) => isCurrent)?.id;
}
