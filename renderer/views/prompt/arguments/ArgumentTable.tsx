import { Check, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import type { KeyPath } from '../../../../src/model/definitions.ts';
import { Button, IconButton } from '../../../components/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Field } from '../../../components/Field.tsx';
import { FieldProblems } from '../../../components/FieldProblems.tsx';
import { Section } from '../../../components/Section.tsx';
import { readArguments } from '../../../store/prompt-form.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import styles from './ArgumentTable.module.css';

/** What the prompt asks for, one row each. */
export function ArgumentTable({ at }: { at: KeyPath }) {
  const rows = useWorkbench((state) => readArguments(valueIn(state, at)));
  const { restructure } = useWorkbenchActions();
  const problems = useProblemsAt(at).filter((problem) => problem.at.length <= at.length);
  const [added, setAdded] = useState<number>();

  const add = () => {
    setAdded(rows.length);
    void restructure(at, (before) => {
      const list = Array.isArray(before) ? before : [];
      return [...list, { Name: freeName(list), Required: true }];
    });
  };
  return (
    <Section
      title="Arguments"
      aside={
        <Button variant="quiet" onPress={add}>
          <Plus size={14} />
          Add argument
        </Button>
      }
    >
      {rows.length === 0 && (
        <p className={styles.none}>
          None yet. An argument is a value that the client asks for, such as a file name or a question.
        </p>
      )}
      {rows.length > 0 && (
        <div className={styles.rows}>
          {rows.map((isEditable, index) =>
            isEditable ? (
              <ArgumentRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the row edits; its name changes with every key.
                key={index}
                listAt={at}
                index={index}
                isNew={index === added}
                onLeave={() => setAdded(undefined)}
              />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same.
              <BrokenRow key={index} at={[...at, index]} />
            ),
          )}
        </div>
      )}
      <FieldProblems problems={problems} />
    </Section>
  );
}

interface ArgumentRowProps {
  readonly listAt: KeyPath;
  readonly index: number;
  /** Added just now: its name is typed next. */
  readonly isNew: boolean;
  readonly onLeave: () => void;
}

function ArgumentRow({ listAt, index, isNew, onLeave }: ArgumentRowProps) {
  const at = [...listAt, index];
  const name = useDefinitionField([...at, 'Name']);
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const byDefault = useDefinitionField([...at, 'Default'], { removesWhenEmpty: true });
  const isRequired = useWorkbench((state) => valueIn(state, [...at, 'Required']) === true);
  const { edit, restructure } = useWorkbenchActions();
  const problems = useProblemsAt(at);
  const problemsId = useId();
  const label = name.value || `number ${index + 1}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be a grid row in every browser.
    <div role="group" aria-label={`Argument ${label}`} className={styles.row}>
      <div className={styles.name}>
        <Field
          label="Name"
          hidesLabel
          mono
          placeholder="name"
          {...name}
          problemsShownIn={problemsId}
          startsSelected={isNew}
          onBlur={() => {
            name.onBlur();
            if (isNew) onLeave();
          }}
        />
      </div>
      <div className={styles.description}>
        <Field label="Description" hidesLabel placeholder="Description" {...description} problemsShownIn={problemsId} />
      </div>
      <div className={styles.default}>
        <Field
          label="Default"
          hidesLabel
          placeholder={isRequired ? 'No default' : 'Default: empty'}
          {...byDefault}
          problemsShownIn={problemsId}
        />
      </div>
      <Checkbox
        className={cx(styles.required)}
        isSelected={isRequired}
        onChange={(required) => edit([...at, 'Required'], required ? true : undefined)}
      >
        <span className={styles.box}>
          <Check size={12} strokeWidth={3} />
        </span>
        Required
      </Checkbox>
      <div className={styles.remove}>
        <IconButton
          label={`Remove argument ${label}`}
          onPress={() => {
            void restructure(listAt, (before) =>
              Array.isArray(before) && before.length > 1 ? before.filter((_, place) => place !== index) : undefined,
            );
          }}
        >
          <Trash2 size={14} />
        </IconButton>
      </div>
      {problems.length > 0 && (
        <div className={styles.problems}>
          <FieldProblems id={problemsId} problems={problems} />
        </div>
      )}
    </div>
  );
}

function BrokenRow({ at }: { at: KeyPath }) {
  const problems = useProblemsAt(at);
  return (
    <div className={styles.row}>
      <div className={styles.problems}>
        <FieldProblems problems={problems} />
      </div>
    </div>
  );
}

/** `argument`, or the first `argument2`, `argument3` … that is not taken. */
function freeName(list: readonly unknown[]): string {
  const taken = new Set(list.map((item) => (item as { Name?: unknown } | null)?.Name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'argument' : `argument${number}`;
    if (!taken.has(name)) return name;
  }
}
