import { Braces, Plus } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { flushSync } from 'react-dom';
import { freeNames } from '../../../../src/model/prompt/argument-names.ts';
import type { SlotArgument } from '../../../../src/model/prompt/slot-uses.ts';
import menu from '../../../components/controls/ActionMenu.module.css';
import { ActionList } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Truncate } from '../../../components/layout/primitives.tsx';
import { threadOf } from '../../../components/text/thread.ts';
import { strings } from '../strings.ts';
import styles from './TextEditor.module.css';

interface InsertArgumentProps {
  /** The name of the text. */
  readonly label: string;
  readonly args: readonly SlotArgument[];
  /** Inserts a slot at the cursor. */
  readonly onInsert: (name: string) => void;
  /** Adds an argument for the person to name. */
  readonly onAdd: (name: string) => void;
}

/** A menu that inserts an argument's slot at the cursor of a template. */
export function InsertArgument({ label, args, onInsert, onAdd }: InsertArgumentProps) {
  const [isOpen, setOpen] = useState(false);
  /** Closes the menu first, because an open one keeps the focus: the next key, however soon, belongs to the text. */
  const insert = (name: string) => {
    flushSync(() => setOpen(false));
    onInsert(name);
  };
  const groups = () => [
    args
      .map((argument, place) => ({ ...argument, place }))
      .filter(({ name }) => name !== '')
      .map(({ name, place }) => ({
        label: name,
        icon: <span data-thread={threadOf(place)} className={styles.mark} />,
        onAction: () => insert(name),
      })),
    [
      {
        label: 'New argument…',
        icon: <Plus size={14} />,
        onAction: () => {
          const [newName = 'argument'] = freeNames(
            args.map(({ name }) => name),
            1,
          );
          insert(newName);
          onAdd(newName);
        },
      },
    ],
  ];
  return (
    <div className={styles.insert}>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button variant="quiet" aria-label={`${label}: insert argument`}>
          <Braces size={14} />
          Insert argument
        </Button>
        <Popover className={cx(menu.popover)} placement="bottom start" offset={4}>
          {isOpen && <ActionList label="Insert argument" groups={groups()} />}
        </Popover>
      </MenuTrigger>
      <Truncate tone="faint" size="xs" title={strings.insertHint}>
        {strings.insertHint}
      </Truncate>
    </div>
  );
}
