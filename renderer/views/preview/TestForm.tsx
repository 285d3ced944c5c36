import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { wordList } from '../../../src/base/word-list.ts';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import type { TestInput } from '../../store/preview/checks.ts';
import type { TestForm as Shown, TextClaim, TextWord } from '../../store/preview/test-form.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { afterClosing } from '../shell/focus.ts';
import styles from './TestsView.module.css';

/** The expectations with one text; the YAML view has them all. */
const words: readonly { readonly value: TextWord; readonly label: string; readonly example: string }[] = [
  { value: 'contains', label: 'contains', example: 'Hello, Ada!' },
  { value: 'not-contains', label: 'does not contain', example: 'undefined' },
  { value: 'starts-with', label: 'starts with', example: 'Hello' },
  { value: 'equals', label: 'is', example: 'Hello, Ada!' },
  { value: 'regex', label: 'matches', example: '^Hello, \\w+!' },
];

const shownValues = 'values shown above';
const ownValues = 'its own values';

interface TestFormProps {
  readonly server: string;
  readonly prompt: string;
  readonly samples: PromptSummary['samples'];
  /** The sample that is chosen first; the values of the form without one. */
  readonly sample: string | undefined;
  readonly values: Readonly<Record<string, string>>;
  /** The test to change; absent for a new one. */
  readonly changes?: { readonly test: string; readonly shown: Shown } | undefined;
  readonly onClose: () => void;
}

/** The button that adds the next test, once this form is gone: else the focus falls on a value of the form above. */
export function keepFocusOnTests(): void {
  afterClosing(() => document.querySelector<HTMLElement>('[data-adds-test]')?.focus());
}

/** A text in the form, with a key for its row. */
interface Draft extends TextClaim {
  readonly key: number;
}

/** Adds or changes a test: values, and what must hold of the answer to them. */
export function TestForm({ server, prompt, samples, sample, values, changes, onClose }: TestFormProps) {
  const { loadChecks } = useWorkbenchActions();
  const first = changes ? (changes.shown.sample ?? own) : sample;
  const [chosen, setChosen] = useState(first === own ? own : first === undefined ? '' : `sample ${first}`);
  const [claims, setClaims] = useState<readonly Draft[]>(() =>
    (changes && changes.shown.claims.length > 0 ? changes.shown.claims : [emptyClaim]).map((claim, key) => ({
      ...claim,
      key,
    })),
  );
  const [isAsked, setAsked] = useState(false);
  const options = [
    ...samples.map(({ name }) => ({ value: `sample ${name}`, label: name })),
    ...(changes && changes.shown.sample === undefined ? [{ value: own, label: ownValues }] : []),
    { value: '', label: shownValues },
  ];
  const isMissing = claims.some(({ text }) => text.trim() === '');
  const close = () => {
    onClose();
    keepFocusOnTests();
  };
  const change = (key: number, part: Partial<TextClaim>) =>
    setClaims(claims.map((claim) => (claim.key === key ? { ...claim, ...part } : claim)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    const input: TestInput = chosen === '' ? { values } : { sample: chosen.slice('sample '.length) };
    const isSame = chosen === own || (changes !== undefined && chosen === `sample ${changes.shown.sample}`);
    close();
    inBackground(
      loadChecks().then((loaded) =>
        changes
          ? loaded.changeTest(server, prompt, changes.test, claims, isSame ? undefined : input)
          : loaded.addExpectation(server, prompt, input, claims),
      ),
    );
  };
  return (
    <form
      aria-label={changes ? `Test ${changes.test}` : 'New test'}
      className={styles.adding}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <Stack gap={2}>
        <Row align="center" gap={2} wrap>
          <Text as="span" size="s">
            The answer to
          </Text>
          <SmallSelect label="Values of the test" value={chosen} options={options} onChange={setChosen} />
        </Row>
        {claims.map((claim, index) => (
          <ClaimRow
            key={claim.key}
            claim={claim}
            number={claims.length > 1 ? index + 1 : undefined}
            isFirst={index === 0}
            isAsked={isAsked}
            onChange={(part) => change(claim.key, part)}
            onRemove={claims.length > 1 ? () => setClaims(claims.filter(({ key }) => key !== claim.key)) : undefined}
          />
        ))}
        <Row>
          <Button
            variant="quiet"
            onPress={() =>
              setClaims([...claims, { ...emptyClaim, key: Math.max(...claims.map(({ key }) => key)) + 1 }])
            }
          >
            <Plus size={14} />
            Expect another text
          </Button>
        </Row>
        <Row gap={2} wrap align="center" justify="between">
          <Text as="span" tone="faint" size="xs">
            {changes && changes.shown.others.length > 0
              ? `It also expects ${wordList(changes.shown.others)}: see the YAML view.`
              : 'The YAML view has every expectation: JSON, errors, pages of a search, client applications.'}
          </Text>
          <Row gap={2}>
            <Button variant="quiet" onPress={close}>
              Cancel
            </Button>
            <Button type="submit">{changes ? 'Change test' : 'Add test'}</Button>
          </Row>
        </Row>
      </Stack>
    </form>
  );
}

/** The choice of values that are in the test itself. */
const own = 'own';
const emptyClaim: TextClaim = { word: 'contains', text: '' };

interface ClaimRowProps {
  readonly claim: TextClaim;
  /** Its number among several. */
  readonly number: number | undefined;
  readonly isFirst: boolean;
  /** The person has asked to write the test. */
  readonly isAsked: boolean;
  readonly onChange: (part: Partial<TextClaim>) => void;
  readonly onRemove: (() => void) | undefined;
}

function ClaimRow({ claim: { word, text, as }, number, isFirst, isAsked, onChange, onRemove }: ClaimRowProps) {
  const ofNumber = number === undefined ? '' : ` ${number}`;
  const isMissing = isAsked && text.trim() === '';
  return (
    <div className={styles.claim}>
      <SmallSelect
        label={`Expectation${ofNumber}`}
        value={word}
        options={words}
        onChange={(next) => onChange({ word: next })}
      />
      <Field
        label={`Expected text${ofNumber}`}
        hidesLabel
        mono
        multiline={text.includes('\n')}
        autoFocus={isFirst || text === ''}
        placeholder={words.find(({ value }) => value === word)?.example}
        value={text}
        onChange={(next) => onChange({ text: next })}
        note={as && `As ${wordList(as)} reads it`}
        problems={isMissing ? [{ severity: 'error', message: 'Type the text that you expect.' }] : []}
      />
      {onRemove && (
        <IconButton label={`Remove expectation${ofNumber}`} onPress={onRemove}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  );
}
