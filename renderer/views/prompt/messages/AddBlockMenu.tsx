import { Plus } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import menu from '../../../components/controls/ActionMenu.module.css';
import { Button } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import type { BlockType } from '../../../store/content/blocks.ts';
import { blockNames, blockTypes } from './block-names.ts';

interface AddBlockMenuProps {
  readonly label: string;
  readonly onAdd: (type: BlockType) => void;
}

/** Offers a new block of any kind. */
export function AddBlockMenu({ label, onAdd }: AddBlockMenuProps) {
  return (
    <MenuTrigger>
      <Button variant="quiet" aria-label={label}>
        <Plus size={14} />
        Add
      </Button>
      <Popover className={cx(menu.popover)} placement="bottom start" offset={4}>
        <Menu className={cx(menu.menu)} aria-label={label}>
          {blockTypes.map((type) => {
            const { name, Icon } = blockNames[type];
            return (
              <MenuItem key={type} id={type} textValue={name} className={cx(menu.item)} onAction={() => onAdd(type)}>
                <span className={menu.icon}>
                  <Icon size={14} />
                </span>
                <Text as="span" breaks>
                  {name}
                </Text>
              </MenuItem>
            );
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
