import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import menu from '../../../components/controls/ActionMenu.module.css';
import { Button } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import type { BlockType, NewBlockType } from '../../../store/content/blocks.ts';
import { blockNames, blockTypes } from './block-names.ts';

interface AddBlockMenuProps {
  readonly label: string;
  readonly onAdd: (type: NewBlockType) => void;
  /** Called with the image or audio file that the person chose. */
  readonly onAddFile: (file: File) => void;
}

/** Offers a new block of any kind. An image or audio block starts with its file, so a cancelled choice adds nothing. */
export function AddBlockMenu({ label, onAdd, onAddFile }: AddBlockMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = (type: BlockType) => {
    if (type !== 'image' && type !== 'audio') return onAdd(type);
    if (!input.current) return;
    input.current.accept = `${type}/*`;
    input.current.click();
  };
  return (
    <>
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
                <MenuItem key={type} id={type} textValue={name} className={cx(menu.item)} onAction={() => add(type)}>
                  <span className={menu.icon}>
                    <Icon size={14} />
                  </span>
                  <Text as="span" breaks>
                    {type === 'image' || type === 'audio' ? `${name}…` : name}
                  </Text>
                </MenuItem>
              );
            })}
          </Menu>
        </Popover>
      </MenuTrigger>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}: file`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) onAddFile(file);
        }}
      />
    </>
  );
}
