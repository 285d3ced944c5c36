import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { cx } from '../../../components/cx.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Fold } from '../../../components/layout/Fold.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { type Role, withAnnotation } from '../../../store/content/blocks.ts';
import { isObject, type Json, pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import styles from './Annotations.module.css';
import { NumberField } from './NumberField.tsx';

/** Annotations of one block: its audience, priority and age. */
export function Annotations({ at, label }: { at: KeyPath; label: string }) {
  const here = [...at, 'Annotations'];
  const value = useWorkbench((state) => valueIn(state, here));
  const problems = useProblemsAt(here);
  const { Audience, Priority, LastModified } = isObject(value) ? value : {};
  const audience = Array.isArray(Audience) ? Audience : [];
  const facts = [
    audience.length > 0 && `for ${audience.join(' and ')}`,
    Priority !== undefined && `priority ${String(Priority)}`,
    LastModified !== undefined && String(LastModified),
  ].filter((fact) => fact !== false);
  return (
    <Fold
      title="Annotations"
      of={label}
      summary={facts.join(', ') || undefined}
      opens={problems.length > 0}
      place={pathKey(here)}
    >
      <div className={styles.rows}>
        <AudienceRow at={at} audience={audience} />
        <PriorityRow at={at} priority={Priority} />
        <LastModifiedRow at={at} time={LastModified} />
      </div>
      <FieldProblems problems={problems} />
    </Fold>
  );
}

/**
 * Sets or removes one annotation. A plain string first becomes a block, in one edit; a block is edited in place.
 */
function useAnnotate(at: KeyPath) {
  const here = [...at, 'Annotations'];
  const block = useWorkbench((state) => valueIn(state, at));
  const annotations = useWorkbench((state) => valueIn(state, here));
  const { edit } = useWorkbenchActions();
  return (key: string, value: Json | undefined) => {
    if (!isObject(block)) return edit(at, withAnnotation(block, key, value));
    const after = withAnnotation({ Annotations: annotations ?? {} }, key, value);
    edit(here, isObject(after) ? after.Annotations : undefined);
  };
}

const roles: readonly { value: Role; label: string }[] = [
  { value: 'user', label: 'The user' },
  { value: 'assistant', label: 'The assistant' },
];

function AudienceRow({ at, audience }: { at: KeyPath; audience: readonly Json[] }) {
  const annotate = useAnnotate(at);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div role="group" aria-label="Audience" className={styles.row}>
      <Text as="span" tone="soft" size="s" weight="medium">
        Audience
      </Text>
      {roles.map(({ value, label }) => (
        <Checkbox
          key={value}
          isSelected={audience.includes(value)}
          onChange={(isFor) => {
            const next = roles
              .map((role) => role.value)
              .filter((role) => (role === value ? isFor : audience.includes(role)));
            annotate('Audience', next.length > 0 ? next : undefined);
          }}
        >
          {label}
        </Checkbox>
      ))}
    </div>
  );
}

function PriorityRow({ at, priority }: { at: KeyPath; priority: Json | undefined }) {
  const annotate = useAnnotate(at);
  const isSet = typeof priority === 'number';
  return (
    <div className={styles.row}>
      <Text as="span" tone="soft" size="s" weight="medium">
        Priority
      </Text>
      <Slider
        aria-label="Priority"
        className={cx(styles.slider, !isSet && styles.unset)}
        minValue={0}
        maxValue={1}
        step={0.05}
        value={isSet ? Math.min(1, Math.max(0, priority)) : 0.5}
        onChange={(next) => annotate('Priority', Math.round(Number(next) * 100) / 100)}
      >
        <SliderTrack className={cx(styles.track)}>
          <SliderThumb className={cx(styles.thumb)} />
        </SliderTrack>
      </Slider>
      <div className={styles.number}>
        <NumberField
          at={[...at, 'Annotations', 'Priority']}
          label="Priority as a number"
          hidesLabel
          placeholder="not set"
          onWrite={(next) => annotate('Priority', next)}
        />
      </div>
    </div>
  );
}

function LastModifiedRow({ at, time }: { at: KeyPath; time: Json | undefined }) {
  const annotate = useAnnotate(at);
  const { flush } = useWorkbenchActions();
  return (
    <div className={styles.row}>
      <Text as="span" tone="soft" size="s" weight="medium" aria-hidden="true">
        Last modified
      </Text>
      <div className={styles.time}>
        <Field
          label="Last modified"
          hidesLabel
          mono
          placeholder="2026-05-03T14:30:00Z"
          value={time === undefined || time === null ? '' : String(time)}
          onChange={(text) => annotate('LastModified', text === '' ? undefined : text)}
          onBlur={() => inBackground(flush())}
        />
      </div>
      <Button
        variant="quiet"
        onPress={() => annotate('LastModified', new Date().toISOString().replace(/\.\d+Z$/, 'Z'))}
      >
        Now
      </Button>
    </div>
  );
}
