import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { HistoryVersion } from '../../../../src/contract/contract.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { wordDiff } from '../../../components/definition-diff/word-diff.ts';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { ScrollingTable } from '../../../components/layout/ScrollingTable.tsx';
import { type ComparedColumn, type ComparedRow, type Comparison, cellKey } from '../../../store/run/comparison.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { selectPreviewed } from '../../../store/selectors.ts';
import { relativeTime } from '../../history/version-words.ts';
import { ModelChoice } from '../ModelChoice.tsx';
import { RunAnswer } from '../RunAnswer.tsx';
import { RunnerChoice } from '../RunnerChoice.tsx';
import OwnCheck from '../reach/OwnCheck.tsx';
import styles from './CompareTable.module.css';

interface CompareTableProps {
  readonly comparison: Comparison;
  readonly rows: readonly ComparedRow[];
  /** The key of the column that the others are compared with. */
  readonly base: number | undefined;
}

/** One row for each set of values, one column for each version by a runner. */
export function CompareTable({ comparison, rows, base }: CompareTableProps) {
  const { columns, cells, excludedRows, versions, isRunning } = useStore(comparison.state);
  const sampleFile = useWorkbench((state) => selectPreviewed(state)?.form.sampleFile);
  const baseColumn = columns.find(({ key }) => key === base);
  return (
    <ScrollingTable label="Answers side by side" frame={styles.frame} className={styles.table}>
      <thead>
        <tr>
          <td>
            {sampleFile !== undefined && (
              <Text as="span" tone="faint" size="s" breaks>{`from samples/${sampleFile}`}</Text>
            )}
          </td>
          {columns.map((column, index) => (
            <th key={column.key} scope="col">
              <ColumnHead
                column={column}
                number={index + 1}
                versions={versions}
                isFixed={isRunning}
                comparison={comparison}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isLeftOut = excludedRows.includes(row.name);
          return (
            <tr key={row.name}>
              <th scope="row">
                <Checkbox
                  isSelected={!isLeftOut}
                  isDisabled={isRunning}
                  onChange={() => comparison.toggleRow(row.name)}
                >
                  {row.name}
                </Checkbox>
              </th>
              {columns.map((column) => {
                const run = isLeftOut ? undefined : cells[cellKey(column, row)];
                const baseCell = baseColumn && baseColumn !== column ? cells[cellKey(baseColumn, row)] : undefined;
                const differs = run?.end && baseCell?.end;
                return (
                  <td key={column.key}>
                    <div className={styles.cell}>
                      {differs ? (
                        <AnswerDifference before={baseCell.text} after={run.text} />
                      ) : (
                        run && <RunAnswer run={run} />
                      )}
                    </div>
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </ScrollingTable>
  );
}

interface ColumnHeadProps {
  readonly column: ComparedColumn;
  /** Counts from 1. */
  readonly number: number;
  readonly versions: readonly HistoryVersion[];
  readonly isFixed: boolean;
  readonly comparison: Comparison;
}

function ColumnHead({ column, number, versions, isFixed, comparison }: ColumnHeadProps) {
  const list = useWorkbench(({ run }) => run.list);
  const runners = list.status === 'ready' ? list.runners : [];
  const runner = runners.find(({ id }) => id === column.runner);
  const { key } = column;
  const options = [
    { value: '', label: 'In the editor' },
    ...versions.map(({ id, when, summary }) => ({ value: id, label: relativeTime(when, Date.now()), note: summary })),
  ];
  return (
    <div className={styles.head} inert={isFixed}>
      <Row align="center" justify="between" gap={2}>
        <SmallSelect
          label={`Version of column ${number}`}
          value={column.version ?? ''}
          options={options}
          onChange={(id) => comparison.changeColumn(key, { version: id === '' ? undefined : id })}
        />
        <IconButton label={`Remove column ${number}`} onPress={() => comparison.removeColumn(key)}>
          <X size={14} />
        </IconButton>
      </Row>
      <Row align="center" gap={2}>
        <RunnerChoice
          label={`Runner of column ${number}`}
          runners={runners}
          value={column.runner}
          onChange={(id) => comparison.changeColumn(key, { runner: id, model: '' })}
        />
        {runner?.takesModel && (
          <ModelChoice
            label={`Model of column ${number}`}
            runner={runner}
            value={column.model}
            onChange={(model) => comparison.changeColumn(key, { model })}
          />
        )}
      </Row>
      {runner?.check === 'ready' && (
        <OwnCheck client={runner.id} otherwise="What reaches its model has not been checked yet." />
      )}
    </div>
  );
}

interface AnswerDifferenceProps {
  readonly before: string;
  readonly after: string;
}

/** The words that differ between two answers. */
function AnswerDifference({ before, after }: AnswerDifferenceProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  if (before === after) return <Text tone="faint">The same answer.</Text>;
  return (
    <p className={styles.difference}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return kind === 'same' ? text : ' ⋯ ';
      })}
    </p>
  );
}
