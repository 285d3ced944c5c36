import { Plus } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import menu from '../../../components/ActionMenu.module.css';
import { Button } from '../../../components/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { blockNames, blockTypes } from './block-names.ts';
import { useMessages } from './messages-context.ts';

/** Adds a block of any kind to the end of a message. */
export function AddBlockMenu({ message }: { message: number }) {
  const { addBlock } = useMessages();
  return (
    <MenuTrigger>
      <Button variant="quiet" aria-label={`Add to message ${message + 1}`}>
        <Plus size={14} />
        Add
      </Button>
      <Popover className={cx(menu.popover)} placement="bottom start" offset={4}>
        <Menu className={cx(menu.menu)} aria-label={`Add to message ${message + 1}`}>
          {blockTypes.map((type) => {
            const { name, Icon } = blockNames[type];
            return (
              <MenuItem
                key={type}
                id={type}
                textValue={name}
                className={cx(menu.item)}
                onAction={() => void addBlock(message, type)}
              >
                <span className={menu.icon}>
                  <Icon size={14} />
                </span>
                <span className={menu.label}>{name}</span>
              </MenuItem>
            );
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
