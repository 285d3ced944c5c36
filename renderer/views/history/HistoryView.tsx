import { useEffect } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectPreviewed } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './HistoryView.module.css';
import { VersionDetail } from './VersionDetail.tsx';
import { VersionList } from './VersionList.tsx';

const selector = (state: WorkbenchState) => ({
  view: state.definition.status === 'open' ? state.definition.view : undefined,
  versions: state.versions,
  name: selectPreviewed(state)?.prompt.name,
});

/** The saved versions of the open definition: when each was saved, what it changed, and a way to restore it. */
export default function HistoryView() {
  const { view, versions, name } = useWorkbench(selector);
  const { listVersions, chooseVersion, restoreVersion } = useWorkbenchActions();
  const version = view?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every save adds a version.
  useEffect(() => inBackground(listVersions()), [listVersions, version]);
  if (!view || versions.status === 'none') return null;
  if (versions.status === 'failed') {
    return (
      <EmptyState
        title="Couldn't read the history"
        actions={<Button onPress={() => inBackground(listVersions())}>Try again</Button>}
      >
        {versions.message}
      </EmptyState>
    );
  }
  const { versions: list, chosen, content } = versions;
  if (list.length < 2) {
    return (
      <EmptyState title="No changes yet">
        Saved versions appear here after the first change. You can restore any of them.
      </EmptyState>
    );
  }
  const shown = content && list.find(({ id }) => id === content.id);
  return (
    <div className={styles.view}>
      <div className={styles.list}>
        <VersionList versions={list} chosen={chosen} name={name} onChoose={(id) => inBackground(chooseVersion(id))} />
      </div>
      <div className={styles.detail}>
        {shown && (
          <VersionDetail
            version={shown}
            isOldest={shown.id === list.at(-1)?.id}
            read={content.read}
            present={{ text: view.text, ...(view.value === undefined ? {} : { value: view.value }) }}
            onRestore={() => inBackground(restoreVersion(shown.id))}
          />
        )}
      </div>
    </div>
  );
}
