import { ChevronDown, ChevronUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { cx } from '../../../components/cx.ts';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Draggable } from '../../../components/reorder/Draggable.tsx';
import { DropTarget } from '../../../components/reorder/DropTarget.tsx';
import { inBackground } from '../../../in-background.ts';
import { blockKind, blocksIn, type Role } from '../../../store/content/blocks.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useOtherProblems } from '../useOtherProblems.ts';
import { AddBlockMenu } from './AddBlockMenu.tsx';
import { BlockCard } from './BlockCard.tsx';
import { ConditionRow, useAddCondition } from './ConditionRow.tsx';
import styles from './MessageCard.module.css';
import { useMessages } from './messages-context.ts';
import { stepKeys, stepOf } from './step-of.ts';
import { TextBlockSwitch } from './TextBlock.tsx';
import { placeOf } from './useMessageActions.ts';

const roles = [
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
] as const;

/** One message of a prompt: its role and its blocks. */
export function MessageCard({ index }: { index: number }) {
  const messages = useMessages();
  const { editAsStep } = useWorkbenchActions();
  const at = [...messages.at, index];
  const role = useWorkbench((state) => valueIn(state, [...at, 'Role']));
  const isList = useWorkbench((state) => Array.isArray(valueIn(state, [...at, 'Content'])));
  const kinds = useWorkbench((state) => blocksIn(valueIn(state, [...at, 'Content'])).map(blockKind));
  const blockAt = (block: number) => (isList ? [...at, 'Content', block] : [...at, 'Content']);
  const problems = useOtherProblems(at, [
    ['Role'],
    ['When'],
    ...kinds.map((_, block) => blockAt(block).slice(at.length)),
  ]);
  const number = index + 1;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    messages.nudgeMessage(index, step);
  };
  return (
    <DropTarget
      sort="message"
      label={`Before message ${number}`}
      hasAfter
      role="group"
      aria-label={`Message ${number}`}
      data-message={index}
      data-at={pathKey(at)}
      className={cx(styles.message, role === 'assistant' && styles.assistant)}
      onKeyDown={onKeyDown}
      onMove={(from, edge) => {
        const to = index + (edge === 'after' ? 1 : 0);
        inBackground(messages.moveMessage(Number(from), Number(from) < to ? to - 1 : to));
      }}
    >
      <Draggable sort="message" place={String(index)} label={`Move message ${number}`} className={styles.head}>
        <Segmented<Role>
          label={`Role of message ${number}`}
          value={role === 'assistant' ? 'assistant' : 'user'}
          options={roles}
          onChange={(next) => editAsStep([...at, 'Role'], next)}
        />
        <div className={styles.menu}>
          {kinds.length === 1 && kinds[0] === 'text' && <TextBlockSwitch at={blockAt(0)} label={`Message ${number}`} />}
          <MessageMenu at={at} index={index} />
        </div>
      </Draggable>
      <ConditionRow at={at} label={`message ${number}`} />
      {kinds.map((kind, block) => (
        <BlockCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a card edits an index.
          key={block}
          at={blockAt(block)}
          kind={kind}
          place={{ message: index, block }}
          isAlone={kinds.length === 1}
        />
      ))}
      <FieldProblems problems={problems} />
      <DropTarget
        sort="block"
        label={`At the end of message ${number}`}
        className={styles.foot}
        onMove={(from) => messages.moveBlock(placeOf(from), { message: index, block: kinds.length })}
      >
        <AddBlockMenu
          label={`Add to message ${number}`}
          onAdd={(type) => inBackground(messages.addBlock(index, type))}
          onAddFile={(file) => inBackground(messages.addFile(index, file))}
        />
      </DropTarget>
    </DropTarget>
  );
}

function MessageMenu({ at, index }: { at: KeyPath; index: number }) {
  const messages = useMessages();
  const condition = useAddCondition(at);
  const actions = () => [
    [
      {
        label: 'Move up',
        icon: <ChevronUp size={14} />,
        keys: stepKeys.up,
        isDisabled: index === 0,
        onAction: () => messages.nudgeMessage(index, -1),
      },
      {
        label: 'Move down',
        icon: <ChevronDown size={14} />,
        keys: stepKeys.down,
        isDisabled: index === messages.count - 1,
        onAction: () => messages.nudgeMessage(index, 1),
      },
      { label: 'Duplicate', icon: <Copy size={14} />, onAction: () => inBackground(messages.duplicateMessage(index)) },
      condition(),
    ],
    [
      {
        label: 'Remove',
        icon: <Trash2 size={14} />,
        isDangerous: true,
        onAction: () => inBackground(messages.removeMessage(index)),
      },
    ],
  ];
  return <ActionMenu label={`Actions for message ${index + 1}`} icon={<Ellipsis size={15} />} actions={actions} />;
}
