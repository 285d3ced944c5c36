import { Plus, X } from 'lucide-react';
import type { KeyPath } from '../../../../src/base/json.ts';
import type { ValueKind } from '../../../../src/model/definitions.ts';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TokenField } from '../../../components/fields/TokenField.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectArgumentNames } from '../../../store/arguments/argument-names.ts';
import {
  changesForKind,
  choicesAsLines,
  choicesOf,
  kindOf,
  linesAsChoices,
  valueKinds,
} from '../../../store/arguments/kinds.ts';
import { isObject, pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useParsedField } from '../../editor/useParsedField.ts';
import fields from '../messages/fields.module.css';
import { NumberField } from '../messages/NumberField.tsx';
import { strings } from '../strings.ts';
import { AskSelect, type AskValue } from './AskSelect.tsx';
import styles from './KindFields.module.css';

/** What the value of an argument may be, and whether the prompt asks for it. `at` is the path of the argument. */
export default function KindFields({ at, index }: { at: KeyPath; index: number }) {
  const kind = useWorkbench((state) => kindOf(valueIn(state, at)));
  const { state } = useWorkbenchStore();
  const { edit, flush } = useWorkbenchActions();
  const choose = (next: ValueKind) => {
    for (const { key, after } of changesForKind(valueIn(state.getState(), at), next)) edit([...at, key], after);
    inBackground(flush());
  };
  return (
    <Stack gap={2}>
      <Row align="center" wrap gap={3}>
        <span data-at={pathKey([...at, 'Kind'])}>
          <SmallSelect label="Kind of value" prefix="Kind:" value={kind} options={valueKinds} onChange={choose} />
        </span>
        {kind === 'text' && <Multiline at={[...at, 'Multiline']} />}
        <AskSelect at={[...at, 'Ask']} label="Ask for this argument" options={askOptions} />
      </Row>
      {(kind === 'choice' || kind === 'choices') && <ChoicesField at={[...at, 'Choices']} />}
      {(kind === 'number' || kind === 'integer') && (
        <div className={fields.pair}>
          <NumberField at={[...at, 'Minimum']} label="Minimum" placeholder="None" />
          <NumberField at={[...at, 'Maximum']} label="Maximum" placeholder="None" />
        </div>
      )}
      <AskConditions at={[...at, 'AskWhen']} index={index} />
    </Stack>
  );
}

function Multiline({ at }: { at: KeyPath }) {
  const isMultiline = useWorkbench((state) => valueIn(state, at) === true);
  const { editAsStep } = useWorkbenchActions();
  return (
    <Checkbox isSelected={isMultiline} onChange={(next) => editAsStep(at, next ? true : undefined)}>
      Several lines in forms
    </Checkbox>
  );
}

/** One choice per line, so that a list can be pasted. */
function ChoicesField({ at }: { at: KeyPath }) {
  const { problems: _, ...field } = useParsedField(at, { print: choicesAsLines, parse: linesAsChoices });
  return (
    <Field
      label="Choices, one per line"
      description={strings.aboutChoices}
      placeholder={'small\nlarge = Extra large'}
      multiline
      {...field}
    />
  );
}

const askOptions: readonly { value: AskValue; label: string; note: string }[] = [
  { value: 'unset', label: 'as the prompt says', note: 'See “Questions” below the arguments' },
  { value: 'never', label: 'never', note: 'Only the request can have a value for it' },
  { value: 'missing', label: 'if missing', note: 'If the request has no value for it' },
  { value: 'always', label: 'always', note: 'Also to confirm a given value' },
];

/** The values of earlier arguments for which the prompt asks for this one. */
function AskConditions({ at, index }: { at: KeyPath; index: number }) {
  const names = useWorkbench(selectArgumentNames);
  const conditionData = useWorkbench((state) => valueIn(state, at));
  const { editAsStep, flush } = useWorkbenchActions();
  const { state } = useWorkbenchStore();
  const conditions = Object.entries(isObject(conditionData) ? conditionData : {});
  const freeNames = names.slice(0, index).filter((name) => !conditions.some(([argument]) => argument === name));
  const write = (after: readonly (readonly [string, readonly string[]])[]) => {
    editAsStep(
      at,
      after.length === 0 ? undefined : Object.fromEntries(after.map(([name, values]) => [name, [...values]])),
    );
    inBackground(flush());
  };
  const current = conditions.map(([name, values]) => [name, Array.isArray(values) ? values.map(String) : []] as const);
  /** The values that an argument can have, for suggestions. */
  const valuesOf = (name: string): readonly string[] => {
    const argument = valueIn(state.getState(), [...at.slice(0, -2), names.indexOf(name)]);
    return kindOf(argument) === 'boolean' ? ['true', 'false'] : choicesOf(argument).map(({ value }) => value);
  };
  return (
    <>
      {current.map(([argument, values], place) => (
        // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
        <div
          key={argument}
          role="group"
          aria-label={`Asked only when ${argument}`}
          className={styles.condition}
          data-at={pathKey([...at, argument])}
        >
          <Text as="span" tone="soft" size="s">
            Asked only when
          </Text>
          <SmallSelect
            label="Argument that the question depends on"
            value={argument}
            options={[argument, ...freeNames].map((value) => ({ value }))}
            onChange={(next) => write(current.map((item, itemIndex) => (itemIndex === place ? [next, item[1]] : item)))}
          />
          <Text as="span" tone="soft" size="s">
            is
          </Text>
          <div className={styles.values}>
            <TokenField
              label={`Values of ${argument}`}
              hidesLabel
              noun="value"
              completes
              placeholder={values.length === 0 ? 'Type a value' : 'or another value'}
              tokens={values}
              suggestions={valuesOf(argument)}
              onChange={(next) =>
                write(current.map((item, itemIndex) => (itemIndex === place ? [argument, next] : item)))
              }
            />
          </div>
          <IconButton
            label={`Remove the condition on ${argument}`}
            onPress={() => write(current.filter((_, itemIndex) => itemIndex !== place))}
          >
            <X size={13} />
          </IconButton>
        </div>
      ))}
      {freeNames[0] !== undefined && (
        <Row>
          <Button
            variant="quiet"
            onPress={() => write([...current, [freeNames[0] ?? '', valuesOf(freeNames[0] ?? '').slice(0, 1)]])}
          >
            <Plus size={14} />
            Ask only for some values
          </Button>
        </Row>
      )}
    </>
  );
}
