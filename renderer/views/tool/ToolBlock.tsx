import { ChevronDown, ChevronUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { ActionMenu } from '../../components/controls/ActionMenu.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import type { BlockKind } from '../../store/content/blocks.ts';
import { pathKey } from '../../store/definition/json.ts';
import { BlockBody } from '../prompt/messages/BlockBody.tsx';
import { blockNames } from '../prompt/messages/block-names.ts';
import { stepKeys, stepOf } from '../prompt/messages/step-of.ts';
import { TextBlockSwitch } from '../prompt/messages/TextBlock.tsx';
import styles from './ToolBlocks.module.css';

interface ToolBlockProps {
  readonly at: KeyPath;
  readonly kind: BlockKind;
  readonly index: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onDuplicate: () => void;
  /** @param name the removed block, as it reads in the middle of a sentence */
  readonly onRemove: (name: string) => void;
}

/** One block of an answer: its kind and its fields. */
export function ToolBlock({ at, kind, index, count, onMove, onDuplicate, onRemove }: ToolBlockProps) {
  const { name, Icon } = blockNames[kind];
  const label = `${name} ${index + 1}`;
  const isPossible = (by: 1 | -1) => index + by >= 0 && index + by < count;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (!step || !isPossible(step)) return;
    event.preventDefault();
    onMove(step);
  };
  const actions = () => [
    [
      {
        label: 'Move up',
        icon: <ChevronUp size={14} />,
        keys: stepKeys.up,
        isDisabled: !isPossible(-1),
        onAction: () => onMove(-1),
      },
      {
        label: 'Move down',
        icon: <ChevronDown size={14} />,
        keys: stepKeys.down,
        isDisabled: !isPossible(1),
        onAction: () => onMove(1),
      },
      { label: 'Duplicate', icon: <Copy size={14} />, onAction: onDuplicate },
    ],
    [
      {
        label: 'Remove',
        icon: <Trash2 size={14} />,
        isDangerous: true,
        onAction: () => onRemove(name.toLowerCase()),
      },
    ],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is not a set of form fields with a legend.
    <div role="group" aria-label={label} data-at={pathKey(at)} className={styles.block} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <Icon size={14} />
        <Text as="span" tone="soft" size="s" weight="medium" push="end">
          {name}
        </Text>
        {kind === 'text' && <TextBlockSwitch at={at} label={label} />}
        <ActionMenu label={`Actions for ${label}`} icon={<Ellipsis size={15} />} actions={actions} />
      </div>
      <BlockBody at={at} kind={kind} label={label} />
    </div>
  );
}
