import { useId } from 'react';
import { Choice } from '../../components/controls/Choice.tsx';
import type { RunnerView } from '../../store/state/run.ts';
import styles from './ModelChoice.module.css';

interface ModelChoiceProps {
  readonly runner: RunnerView;
  /** `''` for the runner's own. */
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** The model of a run: from the runner's list if that is known, else typed. */
export function ModelChoice({ runner, value, onChange }: ModelChoiceProps) {
  const id = useId();
  if (runner.models.length > 0) {
    const usual = runner.model ?? (runner.models.length === 1 ? runner.models[0] : undefined) ?? '';
    const shown = runner.models.includes(value) ? value : usual;
    return (
      <div className={styles.choice}>
        <Choice label="Model" hidesLabel value={shown} options={runner.models} onChange={onChange} />
      </div>
    );
  }
  return (
    <input
      id={id}
      aria-label="Model"
      className={styles.input}
      value={value}
      placeholder={runner.model ?? 'Model'}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
