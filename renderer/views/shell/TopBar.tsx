import {
  CircleHelp,
  Contrast,
  Monitor,
  Moon,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Plug,
  Redo2,
  Search,
  Sun,
  Undo2,
} from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ActionMenu } from '../../components/controls/ActionMenu.tsx';
import { Button } from '../../components/controls/Button.tsx';
import { ChoiceMenu } from '../../components/controls/ChoiceMenu.tsx';
import { cx } from '../../components/cx.ts';
import { Keys } from '../../components/overlay/Keys.tsx';
import { selectRedo, selectUndo } from '../../store/definition/next-steps.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { CommandButton } from './find/CommandButton.tsx';
import { menuAction } from './find/menu-action.ts';
import { runCommand } from './find/run-commands.ts';
import styles from './TopBar.module.css';

const selector = ({ theme, workspace }: WorkbenchState) => ({ theme, isReady: workspace.status === 'ready' });

const themes = [
  { value: 'system', label: 'System', icon: <Monitor size={16} /> },
  { value: 'light', label: 'Light', icon: <Sun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={16} /> },
  { value: 'contrast', label: 'High contrast', icon: <Contrast size={16} /> },
] as const;

/** Commands for the whole window. */
export function TopBar() {
  const { theme, isReady } = useWorkbench(selector);
  const store = useWorkbenchStore();
  return (
    <header className={styles.bar}>
      <img src="./icon.svg" alt="" width={20} height={20} />
      <h1 className={styles.name}>Prompt Workbench</h1>
      <div className={styles.group}>
        <CommandButton id="undo" label="Undo" icon={<Undo2 size={16} />} about={selectUndo} />
        <CommandButton id="redo" label="Redo" icon={<Redo2 size={16} />} about={selectRedo} />
      </div>
      <AriaButton className={cx(styles.search)} onPress={() => runCommand('palette', store)}>
        <Search size={14} />
        <span>Find anything</span>
        <Keys keys="Mod+P" />
      </AriaButton>
      <div className={styles.end}>
        <div className={styles.toggles}>
          <CommandButton id="toggle-list" icon={<PanelLeft size={16} />} />
          <CommandButton id="problems" icon={<PanelBottom size={16} />} />
          <CommandButton id="toggle-preview" icon={<PanelRight size={16} />} />
        </div>
        <ChoiceMenu label="Theme" value={theme} options={themes} onChange={store.actions.setTheme} />
        <ActionMenu
          label="Help"
          icon={<CircleHelp size={16} />}
          actions={() => [
            [menuAction('help', store), menuAction('keyboard-map', store), menuAction('commands', store)],
            [menuAction('new-workspace', store), menuAction('open-workspace', store)],
            [menuAction('manage-trust', store)],
            [menuAction('tour', store)],
          ]}
        />
        <Button
          variant="primary"
          data-tour="connect"
          isDisabled={!isReady}
          onPress={() => runCommand('connect', store)}
        >
          <Plug size={15} />
          Connect
        </Button>
      </div>
    </header>
  );
}
