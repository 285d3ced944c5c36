import { Choice } from '../../components/controls/Choice.tsx';
import type { RunnerView } from '../../store/state/run.ts';
import styles from './ModelChoice.module.css';

interface ModelChoiceProps {
  readonly label?: string;
  readonly runner: RunnerView;
  /** `''` for the runner's own. */
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** The model of a run: from the runner's list if that is known, else typed. */
export function ModelChoice({ label = 'Model', runner, value, onChange }: ModelChoiceProps) {
  if (runner.models.length > 0) {
    const usualModel = runner.model ?? (runner.models.length === 1 ? runner.models[0] : undefined) ?? '';
    const model = runner.models.includes(value) ? value : usualModel;
    return (
      <div className={styles.choice}>
        <Choice label={label} hidesLabel value={model} options={runner.models} onChange={onChange} />
      </div>
    );
  }
  return (
    <input
      aria-label={label}
      className={styles.input}
      value={value}
      placeholder={runner.model ?? 'Model'}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
