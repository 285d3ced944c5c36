import {
  BookMarked,
  CircleAlert,
  CircleCheck,
  FileCode,
  FileQuestion,
  GripVertical,
  Package,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import type { PromptSummary } from '../../../../src/contract/contract.ts';
import { cx } from '../../../components/cx.ts';
import { ArgumentChips } from './ArgumentChips.tsx';
import type { ListRow, Origin } from './list-rows.ts';
import styles from './PromptRow.module.css';

interface PromptRowProps {
  readonly row: ListRow;
  /** Stands in place of the name while that is being typed anew. */
  readonly nameField?: ReactNode;
  readonly menu?: ReactNode;
  /** What mends the row's error, as buttons. */
  readonly fixes?: ReactNode;
  readonly isDraggable: boolean;
  readonly onOpen: () => void;
}

/** One entry of a server's list: what clients call it, what it asks for, where it is written, whether they get it. */
export function PromptRow({ row, nameField, menu, fixes, isDraggable, onOpen }: PromptRowProps) {
  const { prompt } = row;
  const state = stateOf(prompt);
  return (
    <GridListItem
      id={row.id}
      textValue={prompt.name}
      aria-label={prompt.served ? prompt.name : `${prompt.name}, not served`}
      className={cx(styles.row)}
      onAction={onOpen}
    >
      {isDraggable && (
        <AriaButton slot="drag" className={cx(styles.grip)} aria-label={`Move ${prompt.name}`}>
          <GripVertical size={14} />
        </AriaButton>
      )}
      <div className={styles.texts}>
        <div className={styles.line}>
          <div className={styles.names}>
            {nameField || <code className={cx(styles.name, !prompt.served && styles.unserved)}>{prompt.name}</code>}
            {!nameField && prompt.title && <span className={styles.title}>{prompt.title}</span>}
          </div>
          {!nameField && <OriginMark row={row} />}
        </div>
        <div className={styles.line}>
          <p className={styles.description} title={prompt.description}>
            {prompt.description}
          </p>
          <ArgumentChips arguments={prompt.arguments} />
        </div>
        {state !== 'served' && (
          <div className={cx(styles.reason, styles[state])}>
            <span>{reasonOf(prompt)}</span>
            {fixes}
          </div>
        )}
      </div>
      <StateMark state={state} />
      {menu}
    </GridListItem>
  );
}

const origins: Record<Origin, { readonly icon: typeof Package; readonly text: (name: string) => string }> = {
  inline: { icon: FileCode, text: () => 'inline' },
  catalogue: { icon: BookMarked, text: (name) => name },
  builtin: { icon: Package, text: (name) => `${name} · built in` },
  missing: { icon: FileQuestion, text: () => 'no such prompt' },
};

const titles: Record<Origin, (name: string) => string> = {
  inline: () => 'Written in this server’s own file',
  catalogue: (name) => `Written once, in the catalogue, as ${name}: other servers may list it too`,
  builtin: (name) => `Comes with the workbench, as ${name}`,
  missing: (name) => `There is no prompt called ${name}`,
};

function OriginMark({ row: { origin, prompt } }: { row: ListRow }) {
  const { icon: Icon, text } = origins[origin];
  const name = prompt.catalogueName ?? '';
  return (
    <span className={styles.origin} title={titles[origin](name)}>
      <Icon size={12} />
      <span>{text(name)}</span>
    </span>
  );
}

type RowState = 'served' | 'warned' | 'kept';

function stateOf({ served, problems }: PromptSummary): RowState {
  if (!served) return 'kept';
  return problems.length > 0 ? 'warned' : 'served';
}

/** The worst there is to say about an entry. */
function reasonOf({ problems }: PromptSummary): string {
  const worst = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return worst?.message ?? 'It has an error: open it to see which.';
}

const states: Record<RowState, { readonly icon: typeof CircleCheck; readonly label: string }> = {
  served: { icon: CircleCheck, label: 'Served to clients' },
  warned: { icon: TriangleAlert, label: 'Served to clients, with a warning' },
  kept: { icon: CircleAlert, label: 'Not served' },
};

function StateMark({ state }: { state: RowState }) {
  const { icon: Icon, label } = states[state];
  return (
    <span role="img" aria-label={label} title={label} className={cx(styles.state, styles[state])}>
      <Icon size={14} />
    </span>
  );
}
