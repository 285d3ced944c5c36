import { lazy, Suspense, useEffect } from 'react';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectOwnServer, selectServer } from '../../store/selectors.ts';
import { FindEverywhere } from './find/FindEverywhere.tsx';
import { CommandPalette, Palette } from './find/Palette.tsx';
import { selectEntry } from './find/selection-commands.ts';
import { returnFocus } from './focus.ts';
import { RenameRow } from './list/RenameRow.tsx';

const NewPromptDialog = lazy(() => import('./list/NewPromptDialog.tsx'));
const NewServerDialog = lazy(() => import('../server/NewServerDialog.tsx'));
const WorkspaceDialog = lazy(() => import('./WorkspaceDialog.tsx'));
const NewToolDialog = lazy(() => import('../server/NewToolDialog.tsx'));
const EntryNameDialog = lazy(async () => {
  const { EntryNameDialog: component } = await import('../server/list/EntryNameDialog.tsx');
  return { default: component };
});
const NewSourceDialog = lazy(() => import('../sources/NewSourceDialog.tsx'));
const ShareServerDialog = lazy(() => import('../share/ShareServerDialog.tsx'));

const overlays = {
  palette: Palette,
  commands: CommandPalette,
  find: FindEverywhere,
  'keyboard-map': lazy(() => import('./find/KeyboardMap.tsx')),
  'new-prompt': NewPrompt,
  'new-server': NewServer,
  'new-source': NewSource,
  'new-skill': lazy(() => import('../skills/NewSkillDialog.tsx')),
  help: lazy(() => import('../help/HelpDialog.tsx')),
  inspect: lazy(() => import('../inspect/InspectDialog.tsx')),
  'add-team': lazy(() => import('../team/AddTeamDialog.tsx')),
  teams: lazy(() => import('../team/TeamsDialog.tsx')),
  'new-tool': NewTool,
  'new-workspace': NewWorkspace,
  'open-workspace': OpenWorkspace,
  rename: RenameRow,
  share: ShareEntry,
  'delete-source': lazy(() => import('../sources/DeleteSourceDialog.tsx')),
  'confirm-deletion': lazy(() => import('./DeletionDialog.tsx')),
  'recently-deleted': lazy(() => import('./RecentlyDeleted.tsx')),
  publish: lazy(() => import('../git/PublishDialog.tsx')),
  pull: lazy(() => import('../git/PullDialog.tsx')),
  'review-trust': lazy(() => import('../trust/TrustReview.tsx')),
  'manage-trust': lazy(() => import('../trust/TrustManager.tsx')),
  runners: lazy(() => import('../run/RunnersDialog.tsx')),
  'run-results': lazy(() => import('../run/ResultsDialog.tsx')),
  'compare-runs': lazy(() => import('../run/compare/CompareDialog.tsx')),
  skills: lazy(() => import('../skills/SkillsDialog.tsx')),
  'share-server': ShareServer,
  'check-reach': lazy(() => import('../run/reach/ReachDialog.tsx')),
  sessions: lazy(() => import('./SessionsDialog.tsx')),
};

/**
 * The open overlay of the window. The finders and the field for a new name load with the window, because people type
 * without waiting; dialogs load when they first open.
 */
export function Overlays() {
  const overlay = useWorkbench(({ shell }) => shell.overlay);
  useEffect(() => (overlay === undefined ? undefined : returnFocus), [overlay]);
  if (overlay === undefined) return null;
  const Overlay = overlays[overlay];
  return (
    <Suspense fallback={<KeyBlocker />}>
      <Overlay />
    </Suspense>
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
