import { Monitor, Moon, Plug, Redo2, Sun, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../components/Button.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { selectCanRedo, selectCanUndo } from '../../store/next-steps.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { shortcut } from './shortcut.ts';
import styles from './TopBar.module.css';

const selector = (state: WorkbenchState) => ({
  canUndo: selectCanUndo(state),
  canRedo: selectCanRedo(state),
  theme: state.theme,
  isReady: state.workspace.status === 'ready',
});

const themes = [
  { value: 'system', label: 'System theme', icon: <Monitor size={14} /> },
  { value: 'light', label: 'Light theme', icon: <Sun size={14} /> },
  { value: 'dark', label: 'Dark theme', icon: <Moon size={14} /> },
] as const;

export function TopBar() {
  const { canUndo, canRedo, theme, isReady } = useWorkbench(selector);
  const { undo, redo, setTheme, openConnect } = useWorkbenchActions();
  return (
    <header className={styles.bar}>
      <img src="./icon.svg" alt="" width={20} height={20} />
      <h1 className={styles.name}>Prompt Workbench</h1>
      <div className={styles.group}>
        <IconButton label="Undo" shortcut={shortcut('Z')} isDisabled={!canUndo} onPress={() => void undo()}>
          <Undo2 size={16} />
        </IconButton>
        <IconButton label="Redo" shortcut={shortcut('Shift+Z')} isDisabled={!canRedo} onPress={() => void redo()}>
          <Redo2 size={16} />
        </IconButton>
      </div>
      <div className={styles.end}>
        <Segmented label="Theme" value={theme} options={themes} onChange={setTheme} />
        <Button variant="primary" isDisabled={!isReady} onPress={() => void openConnect()}>
          <Plug size={15} />
          Connect Claude Code
        </Button>
      </div>
    </header>
  );
}
