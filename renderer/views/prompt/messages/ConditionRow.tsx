import { Split, X } from 'lucide-react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { TokenField } from '../../../components/fields/TokenField.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectArgumentNames } from '../../../store/arguments/argument-names.ts';
import {
  type ConditionTest,
  conditionOf,
  type WrittenCondition,
  withCondition,
  withoutCondition,
  writtenCondition,
  writtenValues,
} from '../../../store/content/conditions.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import styles from './ConditionRow.module.css';

const tests: readonly { readonly value: ConditionTest; readonly label: string }[] = [
  { value: 'Is', label: 'is' },
  { value: 'IsNot', label: 'is not' },
  { value: 'IsEmpty', label: 'is empty' },
  { value: 'IsNotEmpty', label: 'is not empty' },
];

/** The condition of a message or a block, if it has one. `at` is the path of the message or block. */
export function ConditionRow({ at, label }: { at: KeyPath; label: string }) {
  const here = [...at, 'When'];
  const condition = conditionOf(useWorkbench((state) => valueIn(state, at)));
  const names = useWorkbench(selectArgumentNames);
  const problems = useProblemsAt(here);
  const { edit, editAsStep, flush } = useWorkbenchActions();
  const { state } = useWorkbenchStore();
  if (!condition) return <FieldProblems problems={problems} />;
  const change = (after: Partial<WrittenCondition>) => {
    editAsStep(here, writtenCondition({ ...condition, ...after }));
    inBackground(flush());
  };
  const knownNames = names.includes(condition.argument) ? names : [condition.argument, ...names];
  const comparesValues = condition.test === 'Is' || condition.test === 'IsNot';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div role="group" aria-label={`Condition of ${label}`} data-at={pathKey(here)}>
      <div className={styles.row}>
        <Split size={13} />
        {strings.onlyWhen}
        <SmallSelect
          label="Argument of the condition"
          value={condition.argument}
          options={knownNames.map((value) => ({ value, label: value === '' ? 'no argument' : value }))}
          onChange={(argument) => {
            editAsStep([...here, 'Argument'], argument);
            inBackground(flush());
          }}
        />
        <SmallSelect label="Comparison" value={condition.test} options={tests} onChange={(test) => change({ test })} />
        {comparesValues && (
          <div className={styles.values}>
            <TokenField
              label="Values"
              hidesLabel
              noun="value"
              placeholder={condition.values.length === 0 ? 'Type a value' : 'or another value'}
              tokens={condition.values}
              suggestions={[]}
              place={pathKey([...here, condition.test])}
              onChange={(values) => {
                edit([...here, condition.test], writtenValues(values));
                inBackground(flush());
              }}
            />
          </div>
        )}
        <div className={styles.remove}>
          <IconButton
            label={`Remove the condition of ${label}`}
            onPress={() => {
              const part = valueIn(state.getState(), at);
              const without = withoutCondition(part);
              if (typeof without === 'string') editAsStep(at, without);
              else editAsStep(here, undefined);
              inBackground(flush());
            }}
          >
            <X size={13} />
          </IconButton>
        </div>
      </div>
      <FieldProblems problems={problems} />
    </div>
  );
}

/** The menu entry that adds a condition to a message or a block. */
export function useAddCondition(at: KeyPath) {
  const { state } = useWorkbenchStore();
  const { editAsStep, flush } = useWorkbenchActions();
  return () => {
    const part = valueIn(state.getState(), at);
    const [argument] = selectArgumentNames(state.getState());
    return {
      label: 'Add a condition',
      icon: <Split size={14} />,
      isDisabled: argument === undefined || conditionOf(part) !== undefined,
      onAction: () => {
        const condition = { argument: argument ?? '', test: 'IsNotEmpty', values: [] } as const;
        if (typeof part === 'string') editAsStep(at, withCondition(part, condition));
        else editAsStep([...at, 'When'], writtenCondition(condition));
        inBackground(flush());
      },
    };
  };
}
