import { ChevronDown, ChevronUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { Draggable } from '../../../components/reorder/Draggable.tsx';
import { DropTarget } from '../../../components/reorder/DropTarget.tsx';
import { inBackground } from '../../../in-background.ts';
import type { BlockKind, BlockPlace } from '../../../store/content/blocks.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { BlockBody } from './BlockBody.tsx';
import styles from './BlockCard.module.css';
import { blockNames } from './block-names.ts';
import { useAddCondition } from './ConditionRow.tsx';
import { useMessages } from './messages-context.ts';
import { stepKeys, stepOf } from './step-of.ts';
import { TextBlockSwitch } from './TextBlock.tsx';
import { placeName, placeOf } from './useMessageActions.ts';

interface BlockCardProps {
  readonly at: KeyPath;
  readonly kind: BlockKind;
  readonly place: BlockPlace;
  /** The only block of its message: a text then needs no header. */
  readonly isAlone: boolean;
}

/** One block of a message: its kind and its fields. */
export function BlockCard({ at, kind, place, isAlone }: BlockCardProps) {
  const messages = useMessages();
  const { name, Icon } = blockNames[kind];
  const label = `Message ${place.message + 1} ${name.toLowerCase()}${isAlone ? '' : ` ${place.block + 1}`}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    messages.nudgeBlock(place, step);
  };
  const hasHead = !(isAlone && kind === 'text');
  return (
    <DropTarget
      sort="block"
      label={`Before block ${place.block + 1} of message ${place.message + 1}`}
      hasAfter
      role="group"
      aria-label={label}
      data-block={place.block}
      data-place={placeName(place)}
      data-at={pathKey(at)}
      className={styles.block}
      // A single text moves with its message.
      {...(hasHead ? { onKeyDown } : {})}
      onMove={(from, edge) =>
        messages.moveBlock(placeOf(from), { ...place, block: place.block + (edge === 'after' ? 1 : 0) })
      }
    >
      {hasHead && (
        <Draggable
          sort="block"
          place={placeName(place)}
          label={`Move block ${place.block + 1} of message ${place.message + 1}`}
          className={styles.head}
        >
          <Icon size={14} />
          <Text as="span" tone="soft" size="s" weight="medium">
            {name}
          </Text>
          {kind === 'text' && <TextBlockSwitch at={at} label={label} />}
          <BlockMenu at={at} place={place} name={name} />
        </Draggable>
      )}
      <BlockBody at={at} kind={kind} label={label} />
    </DropTarget>
  );
}

function BlockMenu({ at, place, name }: { at: KeyPath; place: BlockPlace; name: string }) {
  const messages = useMessages();
  const condition = useAddCondition(at);
  const actions = () => [
    [
      {
        label: 'Move up',
        icon: <ChevronUp size={14} />,
        keys: stepKeys.up,
        isDisabled: place.message === 0 && place.block === 0,
        onAction: () => messages.nudgeBlock(place, -1),
      },
      {
        label: 'Move down',
        icon: <ChevronDown size={14} />,
        keys: stepKeys.down,
        onAction: () => messages.nudgeBlock(place, 1),
      },
      { label: 'Duplicate', icon: <Copy size={14} />, onAction: () => inBackground(messages.duplicateBlock(place)) },
      condition(),
    ],
    [
      {
        label: 'Remove',
        icon: <Trash2 size={14} />,
        isDangerous: true,
        onAction: () => inBackground(messages.removeBlock(place, name.toLowerCase())),
      },
    ],
  ];
  return (
    <div className={styles.menu}>
      <ActionMenu
        label={`Actions for block ${place.block + 1} of message ${place.message + 1}`}
        icon={<Ellipsis size={15} />}
        actions={actions}
      />
    </div>
  );
}
