import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx.ts';
import { Text } from '../layout/primitives.tsx';
import menuStyles from './ActionMenu.module.css';
import { IconButton } from './Button.tsx';

interface ChoiceMenuProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon: ReactNode }[];
  readonly onChange: (value: T) => void;
}

/** A menu of options behind a button that shows the chosen option's icon. */
export function ChoiceMenu<T extends string>({ label, value, options, onChange }: ChoiceMenuProps<T>) {
  const current = options.find((option) => option.value === value);
  return (
    <MenuTrigger>
      <IconButton label={current ? `${label}: ${current.label}` : label}>{current?.icon}</IconButton>
      <Popover className={cx(menuStyles.popover)} placement="bottom end" offset={4}>
        <Menu
          aria-label={label}
          className={cx(menuStyles.menu)}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onSelectionChange={(keys) => {
            const next = options.find((option) => keys !== 'all' && keys.has(option.value));
            if (next) onChange(next.value);
          }}
        >
          {options.map((option) => (
            <MenuItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className={cx(menuStyles.item, menuStyles.choice)}
            >
              <span className={menuStyles.icon}>{option.icon}</span>
              <Text as="span" breaks>
                {option.label}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
