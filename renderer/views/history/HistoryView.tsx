import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
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

const GitHistory = lazyView(() => import('../git/GitHistory.tsx'));

const kinds = [
  { value: 'saved', label: 'Saved versions' },
  { value: 'git', label: 'Git' },
] as const;

/** What the open definition was before: its saved versions and, in a repository, its commits. */
export default function HistoryView() {
  const { view } = useWorkbench(selector);
  const hasGit = useWorkbench(({ git }) => git?.kind === 'repository') && view?.at.length === 0;
  const [kind, setKind] = useState<'saved' | 'git'>('saved');
  return (
    <>
      {hasGit && (
        <div className={styles.kinds}>
          <Segmented label="Kind of history" value={kind} options={kinds} onChange={setKind} />
        </div>
      )}
      {hasGit && kind === 'git' ? (
        <Suspense>
          <GitHistory file={view.file} present={view} />
        </Suspense>
      ) : (
        <SavedVersions />
      )}
    </>
  );
}

/** The saved versions of the open definition: when each was saved, what it changed, and a way to restore it. */
function SavedVersions() {
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
  const { versions: list, chosenId, content } = versions;
  if (list.length < 2) {
    return (
      <EmptyState title="No earlier versions yet">
        Each change that you make in the workbench adds one. You can restore any of them.
      </EmptyState>
    );
  }
  const shownVersion = content && list.find(({ id }) => id === content.id);
  return (
    <div className={styles.view}>
      <div className={styles.list}>
        <VersionList
          versions={list}
          chosenId={chosenId}
          name={name}
          onChoose={(id) => inBackground(chooseVersion(id))}
        />
      </div>
      {/* The version that was chosen before stays until the next arrives, but Restore would mean that one. */}
      <div className={styles.detail} inert={shownVersion !== undefined && shownVersion.id !== chosenId}>
        {shownVersion && (
          <VersionDetail
            version={shownVersion}
            isOldest={shownVersion.id === list.at(-1)?.id}
            content={content.historyContent}
            present={{ text: view.text, ...(view.value === undefined ? {} : { value: view.value }) }}
            onRestore={() => inBackground(restoreVersion(shownVersion.id))}
          />
        )}
      </div>
    </div>
  );
}
