import { lazy, Suspense } from 'react';
import { usePreloadedEditor } from '../../components/CodeText.tsx';
import { Panes } from '../../components/Panes.tsx';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { EditorPane } from '../editor/EditorPane.tsx';
import { PreviewPane } from '../preview/PreviewPane.tsx';
import styles from './App.module.css';
import { ListPane } from './ListPane.tsx';
import { Notices } from './Notices.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TopBar } from './TopBar.tsx';
import { useNothingLost } from './useNothingLost.ts';
import { useTheme } from './useTheme.ts';
import { useUndoKeys } from './useUndoKeys.ts';

const ConnectDialog = lazy(() => import('../connect/ConnectDialog.tsx'));

export function App() {
  const { settings, actions } = useWorkbenchStore();
  const isConnecting = useWorkbench((state) => state.connect.status === 'open');
  useTheme();
  useUndoKeys();
  useNothingLost();
  usePreloadedEditor();
  return (
    <div className={styles.window}>
      <TopBar />
      <Notices />
      <Panes
        widths={settings.read().panes}
        onResize={(panes) => actions.changePanes(panes)}
        list={{ label: 'Servers and prompts', content: <ListPane /> }}
        editor={{ label: 'Editor', content: <EditorPane /> }}
        preview={{ label: 'Preview', content: <PreviewPane /> }}
      />
      <StatusLine />
      {isConnecting && (
        <Suspense>
          <ConnectDialog />
        </Suspense>
      )}
    </div>
  );
}
