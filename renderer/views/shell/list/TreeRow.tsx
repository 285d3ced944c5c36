/** One row of the list. */
import { ChevronRight, CircleSlash, GitCompareArrows, Wrench } from 'lucide-react';
import { showHidden } from '../../../../src/base/text/visible-text.ts';
import { cx } from '../../../components/cx.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import { textClass } from '../../../components/layout/text-class.ts';
import { SeverityIcon } from '../../../components/status/SeverityIcon.tsx';
import styles from './PromptTree.module.css';
import type { PromptTreeRow } from './prompt-tree-rows.ts';

export function TreeRow({
  row,
  isSelected,
  onExpand,
}: {
  row: PromptTreeRow;
  isSelected: boolean;
  onExpand: () => void;
}) {
  const { name, detail, level, isExpanded, isBuiltin, isServed, isContested, isTool = false, mark } = row;
  const { heading, isSection, isTag = false, note, isChanged = false } = row;
  return (
    <>
      {heading && (
        <span aria-hidden="true" className={styles.heading}>
          {heading.title}
          <span className={styles.note}>{heading.note}</span>
        </span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: table rows cannot be positioned one by one. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row around it takes the focus. */}
      <div
        role="gridcell"
        className={cx(
          styles.row,
          isSection || isTag ? styles.section : level === 1 ? textClass({ weight: 'bold' }) : styles.leaf,
          isTag && styles.tag,
          level === 3 && styles.tagged,
          isSelected && styles.selected,
        )}
      >
        {(level === 1 || isTag) && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={cx(styles.chevron, isExpanded && styles.open, isExpanded === undefined && styles.hidden)}
            onClick={(event) => {
              event.stopPropagation();
              onExpand();
            }}
          >
            <ChevronRight size={14} />
          </button>
        )}
        {isTool && <Wrench size={12} className={textClass({ tone: 'faint', fixed: true })} aria-hidden="true" />}
        <span
          className={cx(styles.name, !isServed && styles.unserved)}
          title={detail === undefined ? showHidden(name) : `${showHidden(name)}: ${detail}`}
        >
          {showHidden(name)}
        </span>
        {note !== undefined && (
          <Text as="span" tone="faint" size="xs" weight="regular" fixed>
            {note}
          </Text>
        )}
        {level === 1 && isBuiltin && (
          <Text as="span" tone="faint" size="xs" weight="regular" fixed>
            built in
          </Text>
        )}
        {isContested && (
          <GitCompareArrows
            size={13}
            className={textClass({ tone: 'warning', fixed: true })}
            role="img"
            aria-label="Changed in two places:"
          />
        )}
        {isChanged && (
          <span
            className={styles.changed}
            role="img"
            aria-label="Not published:"
            title="Differs from the newest commit"
          />
        )}
        {mark ? <SeverityIcon severity={mark} /> : !isServed && <NotServed />}
      </div>
    </>
  );
}

function NotServed() {
  return (
    <CircleSlash
      size={13}
      className={textClass({ tone: 'warning', fixed: true })}
      role="img"
      aria-label="Not served:"
    />
  );
}
