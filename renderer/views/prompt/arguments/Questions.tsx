import type { KeyPath } from '../../../../src/base/json.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { Fold } from '../../../components/layout/Fold.tsx';
import { Stack, Text } from '../../../components/layout/primitives.tsx';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import { AskSelect, type AskValue } from './AskSelect.tsx';

const options: readonly { value: AskValue; label: string; note: string }[] = [
  { value: 'unset', label: 'only where an argument says so', note: 'Every argument decides for itself' },
  { value: 'missing', label: 'for missing required values', note: 'A complete request gets its answer at once' },
  { value: 'always', label: 'for every argument', note: 'The form shows the given values' },
  { value: 'never', label: 'never', note: 'Arguments can say otherwise' },
];

const summaries: Readonly<Record<string, string>> = {
  missing: 'asks for missing required values',
  always: 'asks for every argument',
};

/** When the prompt asks, and the sentence above its form. `at` is the path of the prompt. */
export function Questions({ at }: { at: KeyPath }) {
  const ask = useWorkbench((state) => valueIn(state, [...at, 'Ask']));
  const message = useDefinitionField([...at, 'Message'], { removesWhenEmpty: true });
  return (
    <Fold
      title="Questions"
      summary={(typeof ask === 'string' && summaries[ask]) || message.value || undefined}
      opens={message.problems.length > 0}
      place={pathKey([...at, 'Ask'])}
    >
      <Stack gap={2}>
        <Text tone="faint" size="s">
          {strings.aboutQuestions}
        </Text>
        <AskSelect at={[...at, 'Ask']} label="Ask for arguments" options={options} />
        <Field label="Sentence above the form" placeholder="What should I explain?" {...message} />
      </Stack>
    </Fold>
  );
}
