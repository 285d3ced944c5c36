import { type ReactNode, useState } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { cx } from '../cx.ts';
import { Text } from '../layout/primitives.tsx';
import { keysText } from '../overlay/keys.ts';
import styles from './ActionMenu.module.css';
import { IconButton } from './Button.tsx';

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Written as in `src/model/commands.ts`. */
  readonly keys?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  readonly onAction: () => void;
}

interface ActionMenuProps {
  /** The accessible name of the button, and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Groups separated by lines; called when the menu opens. */
  readonly actions: () => readonly (readonly MenuAction[])[];
  readonly isDisabled?: boolean;
}

/** A button that opens a menu of actions. */
export function ActionMenu({ label, icon, actions, isDisabled = false }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton label={label} isDisabled={isDisabled}>
        {icon}
      </IconButton>
      <Popover className={cx(styles.popover)} placement="bottom end" offset={4}>
        {isOpen && <ActionList label={label} groups={actions()} />}
      </Popover>
    </MenuTrigger>
  );
}

interface ActionListProps {
  readonly label: string;
  readonly groups: readonly (readonly MenuAction[])[];
  /** Takes the focus when it appears; a menu with its own trigger does that by itself. */
  readonly autoFocus?: boolean;
}

/** The menu without its button, for a popover. */
export function ActionList({ label, groups, autoFocus = false }: ActionListProps) {
  return (
    <Menu className={cx(styles.menu)} aria-label={label} {...(autoFocus ? { autoFocus: 'first' } : {})}>
      {groups.flatMap((group, index) => [
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name, and do not change while they are shown.
        ...(index > 0 && group.length > 0 ? [<Separator key={index} className={cx(styles.line)} />] : []),
        ...group.map((action) => <Item key={action.label} action={action} />),
      ])}
    </Menu>
  );
}

function Item({ action }: { action: MenuAction }) {
  const { label, icon, keys, isDisabled = false, isDangerous = false, onAction } = action;
  return (
    <MenuItem
      id={label}
      textValue={label}
      isDisabled={isDisabled}
      onAction={onAction}
      className={cx(styles.item, isDangerous && styles.danger)}
    >
      <span className={styles.icon}>{icon}</span>
      <Text as="span" breaks>
        {label}
      </Text>
      {keys && <kbd className={styles.shortcut}>{keysText(keys)}</kbd>}
    </MenuItem>
  );
}
