import type { KeyPath } from '../../../../src/base/json.ts';
import { defaultBudget } from '../../../../src/model/search.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { useNameDraft } from '../../../components/fields/useNameDraft.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { parseNumber, printNumber } from '../../../store/arguments/number-text.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';

/**
 * The maximum number of tokens of a search's results; without one, the default applies. It is written when it is
 * finished, because the first digits of a number are a number too.
 */
export function BudgetField({ at }: { at: KeyPath }) {
  const value = useWorkbench((state) => valueIn(state, at));
  const problems = useProblemsAt(at);
  const { edit, flush } = useWorkbenchActions();
  const { field, isPending } = useNameDraft({
    name: printNumber(value),
    check: () => undefined,
    onCommit(text) {
      edit(at, parseNumber(text));
      inBackground(flush());
    },
  });
  return (
    <Field
      label="Budget"
      hint={
        <Text as="span" tone="faint" size="s">
          tokens
        </Text>
      }
      placeholder={defaultBudget.toLocaleString('en')}
      place={pathKey(at)}
      {...field}
      problems={isPending ? [] : problems}
    />
  );
}
