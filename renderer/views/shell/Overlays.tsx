import { Suspense, useEffect } from 'react';
import { Boundary } from '../../components/status/Boundary.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectOwnServer, selectServer } from '../../store/selectors.ts';
import { FindEverywhere } from './find/FindEverywhere.tsx';
import { CommandPalette, Palette } from './find/Palette.tsx';
import { selectEntry } from './find/selected-entries.ts';
import { returnFocus } from './focus.ts';
import { RenameRow } from './list/RenameRow.tsx';

const NewPromptDialog = lazyView(() => import('./list/NewPromptDialog.tsx'));
const NewServerDialog = lazyView(() => import('../server/NewServerDialog.tsx'));
const WorkspaceDialog = lazyView(() => import('./dialogs/WorkspaceDialog.tsx'));
const NewToolDialog = lazyView(() => import('../server/NewToolDialog.tsx'));
const EntryNameDialog = lazyView(async () => {
  const { EntryNameDialog: component } = await import('../server/list/EntryNameDialog.tsx');
  return { default: component };
});
const NewSourceDialog = lazyView(() => import('../sources/NewSourceDialog.tsx'));
const ShareServerDialog = lazyView(() => import('../share/ShareServerDialog.tsx'));

const overlays = {
  palette: Palette,
  commands: CommandPalette,
  find: FindEverywhere,
  'keyboard-map': lazyView(() => import('./find/KeyboardMap.tsx')),
  'new-prompt': NewPrompt,
  'new-server': NewServer,
  'new-source': NewSource,
  'new-skill': lazyView(() => import('../skills/NewSkillDialog.tsx')),
  help: lazyView(() => import('../help/HelpDialog.tsx')),
  inspect: lazyView(() => import('../inspect/InspectDialog.tsx')),
  'add-team': lazyView(() => import('../team/AddTeamDialog.tsx')),
  teams: lazyView(() => import('../team/TeamsDialog.tsx')),
  'new-tool': NewTool,
  'new-workspace': NewWorkspace,
  'open-workspace': OpenWorkspace,
  rename: RenameRow,
  share: ShareEntry,
  'delete-source': lazyView(() => import('../sources/DeleteSourceDialog.tsx')),
  'confirm-deletion': lazyView(() => import('./dialogs/DeletionDialog.tsx')),
  'recently-deleted': lazyView(() => import('./dialogs/RecentlyDeleted.tsx')),
  publish: lazyView(() => import('../git/PublishDialog.tsx')),
  pull: lazyView(() => import('../git/PullDialog.tsx')),
  'review-trust': lazyView(() => import('../trust/TrustReview.tsx')),
  'manage-trust': lazyView(() => import('../trust/TrustManager.tsx')),
  runners: lazyView(() => import('../run/RunnersDialog.tsx')),
  'run-results': lazyView(() => import('../run/ResultsDialog.tsx')),
  'compare-runs': lazyView(() => import('../run/compare/CompareDialog.tsx')),
  skills: lazyView(() => import('../skills/SkillsDialog.tsx')),
  'share-server': ShareServer,
  'check-reach': lazyView(() => import('../run/reach/ReachDialog.tsx')),
  sessions: lazyView(() => import('./dialogs/SessionsDialog.tsx')),
};

/**
 * The open overlay of the window. The finders and the field for a new name load with the window, because people type
 * without waiting; dialogs load when they first open.
 */
export function Overlays() {
  const overlay = useWorkbench(({ shell }) => shell.overlay);
  useEffect(() => (overlay === undefined ? undefined : returnFocus), [overlay]);
  const { closeOverlay } = useWorkbenchActions();
  if (overlay === undefined) return null;
  const Overlay = overlays[overlay];
  return (
    <Boundary key={overlay} name="The dialog" onClose={closeOverlay}>
      <Suspense fallback={<KeyBlocker />}>
        <Overlay />
      </Suspense>
    </Boundary>
  );
}

/** While a dialog loads, keeps keys out of the text behind it. Escape cancels. */
function KeyBlocker() {
  const { closeOverlay } = useWorkbenchActions();
  useEffect(() => {
    const swallow = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') closeOverlay();
    };
    window.addEventListener('keydown', swallow, true);
    return () => window.removeEventListener('keydown', swallow, true);
  }, [closeOverlay]);
  return null;
}

function NewPrompt() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewPromptDialog onClose={closeOverlay} />;
}

function NewServer() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewServerDialog onClose={closeOverlay} />;
}

function NewWorkspace() {
  const { closeOverlay } = useWorkbenchActions();
  return <WorkspaceDialog initial="new" onClose={closeOverlay} />;
}

function OpenWorkspace() {
  const { closeOverlay } = useWorkbenchActions();
  return <WorkspaceDialog initial="open" onClose={closeOverlay} />;
}

function ShareEntry() {
  const { closeOverlay } = useWorkbenchActions();
  const entry = useWorkbench(selectEntry);
  if (!entry) return null;
  const { server, list, item, index } = entry;
  return (
    <EntryNameDialog
      purpose="share"
      row={{ place: index, item }}
      list={list}
      server={server.name}
      onClose={closeOverlay}
    />
  );
}

function ShareServer() {
  const { closeOverlay } = useWorkbenchActions();
  const server = useWorkbench(selectServer);
  return server ? <ShareServerDialog server={server.name} onClose={closeOverlay} /> : null;
}

function NewTool() {
  const { closeOverlay } = useWorkbenchActions();
  const server = useWorkbench(selectOwnServer);
  return server ? <NewToolDialog server={server.name} onClose={closeOverlay} /> : null;
}

function NewSource() {
  const { closeOverlay } = useWorkbenchActions();
  return <NewSourceDialog onClose={closeOverlay} />;
}
