import { type FormEvent, useState } from 'react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import type { TestInput } from '../../store/preview/checks.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { afterClosing } from '../shell/focus.ts';
import styles from './TestsView.module.css';

/** The expectations with one text; the YAML view has them all. */
const words = [
  { value: 'contains', label: 'contains', example: 'Hello, Ada!' },
  { value: 'not-contains', label: 'does not contain', example: 'undefined' },
  { value: 'starts-with', label: 'starts with', example: 'Hello' },
  { value: 'regex', label: 'matches', example: '^Hello, \\w+!' },
] as const;
type Word = (typeof words)[number]['value'];

const shownValues = 'values shown above';

interface NewTestProps {
  readonly server: string;
  readonly prompt: string;
  readonly samples: PromptSummary['samples'];
  /** The sample that is chosen first; the values of the form without one. */
  readonly sample: string | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** The button that adds the next test, once this form is gone: else the focus falls on a value of the form above. */
export function keepFocusOnTests(): void {
  afterClosing(() => document.querySelector<HTMLElement>('[data-adds-test]')?.focus());
}

/** Adds a test: values, and one thing that must hold of the answer to them. */
export function NewTest({ server, prompt, samples, sample, values, onClose }: NewTestProps) {
  const { loadChecks } = useWorkbenchActions();
  const [chosen, setChosen] = useState(sample === undefined ? '' : `sample ${sample}`);
  const [word, setWord] = useState<Word>('contains');
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const options = [
    ...samples.map(({ name }) => ({ value: `sample ${name}`, label: name })),
    { value: '', label: shownValues },
  ];
  const isMissing = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    const input: TestInput = chosen === '' ? { values } : { sample: chosen.slice('sample '.length) };
    onClose();
    keepFocusOnTests();
    inBackground(loadChecks().then((loaded) => loaded.addExpectation(server, prompt, input, { [word]: text })));
  };
  return (
    <form aria-label="New test" className={styles.adding} onSubmit={submit}>
      <Stack gap={2}>
        <Row align="center" gap={2} wrap>
          <Text as="span" size="s">
            The answer to
          </Text>
          <SmallSelect label="Values of the test" value={chosen} options={options} onChange={setChosen} />
          <SmallSelect label="Expectation" value={word} options={words} onChange={setWord} />
        </Row>
        <Field
          label="Expected text"
          hidesLabel
          mono
          autoFocus
          placeholder={words.find(({ value }) => value === word)?.example}
          value={text}
          onChange={setText}
          problems={isAsked && isMissing ? [{ severity: 'error', message: 'Type the text that you expect.' }] : []}
        />
        <Row gap={2} wrap align="center" justify="between">
          <Text as="span" tone="faint" size="xs">
            The YAML view has every expectation: JSON, errors, pages of a search, client applications.
          </Text>
          <Row gap={2}>
            <Button
              variant="quiet"
              onPress={() => {
                onClose();
                keepFocusOnTests();
              }}
            >
              Cancel
            </Button>
            <Button type="submit">Add test</Button>
          </Row>
        </Row>
      </Stack>
    </form>
  );
}
