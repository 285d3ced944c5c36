import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField } from 'react-aria-components/NumberField';
import type { KeyPath } from '../../../../src/base/json.ts';
import { defaultBudget, maxBudget, minBudget } from '../../../../src/model/search.ts';
import { FieldProblems } from '../../../components/controls/FieldProblems.tsx';
import { cx } from '../../../components/cx.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import { textClass } from '../../../components/layout/text-class.ts';
import { inBackground } from '../../../in-background.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import styles from './BudgetField.module.css';

/** The maximum number of tokens of a search's results; without one, the default applies. */
export function BudgetField({ at }: { at: KeyPath }) {
  const value = useWorkbench((state) => valueIn(state, at));
  const problems = useProblemsAt(at);
  const { edit, flush } = useWorkbenchActions();
  return (
    <NumberField
      className={cx(styles.field)}
      data-at={pathKey(at)}
      value={typeof value === 'number' ? value : Number.NaN}
      minValue={minBudget}
      maxValue={maxBudget}
      isInvalid={problems.some(({ severity }) => severity === 'error')}
      onChange={(next) => {
        edit(at, Number.isNaN(next) ? undefined : next);
        inBackground(flush());
      }}
    >
      <Label className={textClass({ tone: 'soft', size: 's', weight: 'medium' })}>Budget</Label>
      <Group className={cx(styles.group)}>
        <Input className={cx(styles.input)} placeholder={defaultBudget.toLocaleString('en')} />
        <Text as="span" tone="faint" size="s">
          tokens
        </Text>
      </Group>
      <FieldProblems problems={problems} />
    </NumberField>
  );
}
