import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { sampleNameFault } from '../../store/samples.ts';
import styles from './SampleName.module.css';

interface SampleNameProps {
  readonly label: string;
  /** What the button says. */
  readonly action: string;
  /** To begin with. */
  readonly name: string;
  /** Names that are taken. */
  readonly others: readonly string[];
  readonly onName: (name: string) => void;
  readonly onCancel?: () => void;
}

/** Asks for the name of a sample. */
export function SampleName({ label, action, name: given, others, onName, onCancel }: SampleNameProps) {
  const [name, setName] = useState(given);
  const [isAsked, setAsked] = useState(false);
  const fault = sampleNameFault(name, others);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (fault) return;
    setAsked(false);
    setName(given);
    onName(name.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={label} value={name} onChange={setName} startsSelected={onCancel !== undefined} />
      <Button type="submit">{action}</Button>
      {onCancel && (
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      )}
      {fault && (isAsked || name.trim() !== '') && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </form>
  );
}
