import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { sampleNameProblem } from '../../store/content/samples.ts';
import styles from './SampleName.module.css';

interface SampleNameProps {
  readonly label: string;
  /** The label of the button. */
  readonly action: string;
  /** The initial name. */
  readonly name: string;
  /** Names in use. */
  readonly otherNames: readonly string[];
  /** What another name changes elsewhere. */
  readonly note?: string | undefined;
  readonly onName: (name: string) => void;
  readonly onCancel?: () => void;
}

/** Asks for the name of a sample. */
export function SampleName({ label, action, name: givenName, otherNames, note, onName, onCancel }: SampleNameProps) {
  const [name, setName] = useState(givenName);
  const [isAsked, setAsked] = useState(false);
  const problemsId = useId();
  const problem = sampleNameProblem(name, otherNames);
  const problems = problem && (isAsked || name.trim() !== '') ? [problem] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem) return;
    setAsked(false);
    setName(givenName);
    onName(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={label}
        value={name}
        note={note}
        onChange={setName}
        startsSelected={onCancel !== undefined}
        problems={problems}
        problemsShownIn={problemsId}
      />
      <Button type="submit">{action}</Button>
      {onCancel && (
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      )}
      {problems.length > 0 && (
        <div id={problemsId} role="alert" className={styles.fault}>
          <FieldProblems problems={problems} />
        </div>
      )}
    </form>
  );
}
