import { Suspense, useEffect } from 'react';
import { Panes } from '../../components/layout/Panes.tsx';
import { Boundary } from '../../components/status/Boundary.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { usePreloadedEditor } from '../../components/text/CodeText.tsx';
import { inBackground } from '../../in-background.ts';
import { keepCode } from '../../keep-code.ts';
import { hasUnsaved } from '../../store/definition/save-state.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { EditorPane } from '../editor/EditorPane.tsx';
import { ImportLayer } from '../import/ImportLayer.tsx';
import { PreviewPane } from '../preview/PreviewPane.tsx';
import { TrustBar } from '../trust/TrustBar.tsx';
import styles from './App.module.css';
import { useCommandKeys } from './find/useCommandKeys.ts';
import { focusFirst } from './focus.ts';
import { ListPane } from './list/ListPane.tsx';
import { Notices } from './Notices.tsx';
import { Overlays } from './Overlays.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TopBar } from './TopBar.tsx';
import { useMenuUndo } from './useMenuUndo.ts';
import { WindowTitle } from './WindowTitle.ts';

const ConnectDialog = lazyView(() => import('../connect/ConnectDialog.tsx'));
const Dock = lazyView(() => import('./Dock.tsx'));

const selector = ({ shell, connect, workspace }: WorkbenchState) => ({
  panes: shell.panes,
  shownPane: shell.shownPane,
  hasDock: shell.dock.isOpen,
  isConnecting: connect.status === 'open',
  isReady: workspace.status === 'ready',
});

/** The window: top bar, three panes, dock, status line and overlays. */
export function App() {
  const { panes, shownPane, hasDock, isConnecting, isReady } = useWorkbench(selector);
  const { changePanes, closeConnect, showPane } = useWorkbenchActions();
  useTheme();
  useCommandKeys();
  useEffect(() => {
    if (!isReady) return;
    focusFirst();
    inBackground(keepCode());
  }, [isReady]);
  useMenuUndo();
  useSaveOnLeave();
  usePreloadedEditor(isReady);
  return (
    <div className={styles.window}>
      <WindowTitle />
      <TopBar />
      <TrustBar />
      <div className={styles.middle}>
        <Panes
          widths={panes}
          hiddenSides={panes.hidden}
          visiblePane={shownPane}
          onResize={changePanes}
          onShow={showPane}
          list={{
            label: 'Servers and prompts',
            tab: 'List',
            content: (
              <Boundary name="The list">
                <ListPane />
              </Boundary>
            ),
          }}
          editor={{
            label: 'Editor',
            tab: 'Editor',
            content: (
              <Boundary name="The editor">
                <EditorPane />
              </Boundary>
            ),
          }}
          preview={{
            label: 'Preview',
            tab: 'Preview',
            content: (
              <Boundary name="The preview">
                <PreviewPane />
              </Boundary>
            ),
          }}
        >
          <Notices />
        </Panes>
      </div>
      <Boundary name="The dock">
        <Suspense>{hasDock && <Dock />}</Suspense>
      </Boundary>
      <StatusLine />
      <Overlays />
      <ImportLayer />
      {isConnecting && (
        <Boundary name="The dialog" onClose={closeConnect}>
          <Suspense>
            <ConnectDialog />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}

/** Sets the theme attributes that styles/tokens.css reads. public/theme.js sets them before the first paint. */
function useTheme(): void {
  const theme = useWorkbench((state) => state.theme);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const contrastQuery = window.matchMedia('(prefers-contrast: more)');
    const show = () => {
      if (theme === 'light' || theme === 'dark') dataset.theme = theme;
      else delete dataset.theme;
      if (theme === 'contrast' || contrastQuery.matches) dataset.contrast = 'more';
      else delete dataset.contrast;
    };
    show();
    contrastQuery.addEventListener('change', show);
    return () => contrastQuery.removeEventListener('change', show);
  }, [theme]);
}

/** Saves when the window loses focus, is hidden or closes; asks before a close that would lose unsaved text. */
function useSaveOnLeave(): void {
  const { state, actions, settings } = useWorkbenchStore();
  useEffect(() => {
    const save = () => {
      settings.save();
      inBackground(actions.flush());
    };
    const leave = () => {
      settings.save();
      actions.leave();
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      settings.save();
      // In the desktop app, a call that the page sends at `pagehide` may be too late; the browser host has its own way.
      if (window.workbench && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (!hasUnsaved(state.getState())) return;
      leave();
      event.preventDefault();
    };
    window.addEventListener('blur', save);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', save);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      window.removeEventListener('blur', save);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [state, actions, settings]);
}
