import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { wordList } from '../../../../src/base/text/word-list.ts';
import type { PromptSummary } from '../../../../src/contract/contract.ts';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import {
  emptyClaim,
  ofSample,
  ownValues,
  type TestDraft,
  type TextClaim,
  type TextWord,
} from '../../../store/state/test-draft.ts';
import { afterClosing } from '../../shell/focus.ts';
import { addsTest } from '../../shell/jump.ts';
import styles from './TestsView.module.css';

/** The expectations with one text; the YAML view has them all. */
const words: readonly { readonly value: TextWord; readonly label: string; readonly example: string }[] = [
  { value: 'contains', label: 'contains', example: 'Hello, Ada!' },
  { value: 'not-contains', label: 'does not contain', example: 'undefined' },
  { value: 'starts-with', label: 'starts with', example: 'Hello' },
  { value: 'equals', label: 'is', example: 'Hello, Ada!' },
  { value: 'regex', label: 'matches', example: '^Hello, \\w+!' },
];

interface TestFormProps {
  readonly draft: TestDraft;
  readonly samples: PromptSummary['samples'];
  /** The values of the preview's form. */
  readonly values: Readonly<Record<string, string>>;
  /** The person has just opened it. */
  readonly takesFocus: boolean;
}

/** Moves the focus to the button of the next test once this form is gone: otherwise a value of the form above gets it. */
export function keepFocusOnTests(): void {
  afterClosing(() => document.querySelector<HTMLElement>(addsTest)?.focus());
}

/** Adds or changes a test: values, and what must hold of the answer to them. */
export function TestForm({ draft, samples, values, takesFocus }: TestFormProps) {
  const { keepTestDraft, closeTestDraft, saveTestDraft } = useWorkbenchActions();
  const { changes, claims } = draft;
  const [isAsked, setAsked] = useState(false);
  /** The row whose text takes the focus when it appears. */
  const [focusedClaim, setFocusedClaim] = useState(takesFocus ? claims[0]?.key : undefined);
  const options = [
    ...samples.map(({ name }) => ({ value: ofSample(name), label: name })),
    ...(changes?.input === ownValues ? [{ value: ownValues, label: 'its own values' }] : []),
    { value: '', label: 'values shown above' },
  ];
  // The sample may be gone since the form was opened.
  const input = changes || options.some(({ value }) => value === draft.input) ? draft.input : '';
  const isMissing = claims.some(({ text }) => text.trim() === '');
  const setClaims = (next: TestDraft['claims']) => keepTestDraft({ ...draft, claims: next });
  const close = () => {
    closeTestDraft(changes?.test);
    keepFocusOnTests();
  };
  const change = (key: number, part: Partial<TextClaim>) =>
    setClaims(claims.map((claim) => (claim.key === key ? { ...claim, ...part } : claim)));
  const add = () => {
    const key = Math.max(...claims.map((claim) => claim.key)) + 1;
    setClaims([...claims, { ...emptyClaim, key }]);
    setFocusedClaim(key);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    inBackground(saveTestDraft({ ...draft, input }, values));
    keepFocusOnTests();
  };
  return (
    <form
      aria-label={changes ? `Test ${changes.test}` : 'New test'}
      data-new-test={changes ? undefined : ''}
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
          <SmallSelect
            label="Values of the test"
            value={input}
            options={options}
            onChange={(next) => keepTestDraft({ ...draft, input: next })}
          />
        </Row>
        {claims.map((claim, index) => (
          <ClaimRow
            key={claim.key}
            claim={claim}
            number={claims.length > 1 ? index + 1 : undefined}
            takesFocus={claim.key === focusedClaim}
            isAsked={isAsked}
            onChange={(part) => change(claim.key, part)}
            onRemove={claims.length > 1 ? () => setClaims(claims.filter(({ key }) => key !== claim.key)) : undefined}
          />
        ))}
        <Row>
          <Button variant="quiet" onPress={add}>
            <Plus size={14} />
            Expect another text
          </Button>
        </Row>
        <Row gap={2} wrap align="center" justify="between">
          <Text as="span" tone="faint" size="xs">
            {changes && changes.others.length > 0
              ? `It also expects ${wordList(changes.others)}: see the YAML view.`
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

interface ClaimRowProps {
  readonly claim: TextClaim;
  /** Its number among several. */
  readonly number: number | undefined;
  readonly takesFocus: boolean;
  /** The person has asked to write the test. */
  readonly isAsked: boolean;
  readonly onChange: (part: Partial<TextClaim>) => void;
  readonly onRemove: (() => void) | undefined;
}

function ClaimRow({ claim: { word, text, as }, number, takesFocus, isAsked, onChange, onRemove }: ClaimRowProps) {
  const ofNumber = number === undefined ? '' : ` ${number}`;
  const isMissing = isAsked && text.trim() === '';
  return (
    <div data-claim="" className={styles.claim}>
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
        autoFocus={takesFocus}
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
