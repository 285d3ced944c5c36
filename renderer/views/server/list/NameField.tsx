import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField } from 'react-aria-components/TextField';
import { cx } from '../../../components/cx.ts';
import { SeverityIcon } from '../../../components/SeverityIcon.tsx';
import styles from './NameField.module.css';

interface NameFieldProps {
  readonly value: string;
  /** What is wrong with a name, in a sentence; nothing for one that can be taken. */
  readonly check: (name: string) => string | undefined;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

/** The MCP name of an entry, typed anew where it stands. Enter takes it, Escape leaves it as it was. */
export function NameField({ value, check, onRename, onCancel }: NameFieldProps) {
  const [name, setName] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const typed = name.trim();
  const problem = typed === value ? undefined : check(typed);
  const finish = () => {
    if (typed === value) onCancel();
    else if (problem === undefined) onRename(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.field}>
      <TextField aria-label="MCP name" value={name} onChange={setName} isInvalid={problem !== undefined}>
        <Input
          ref={input}
          className={cx(styles.input)}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={onKeyDown}
          onBlur={finish}
          {...ownPresses}
          {...(problem ? { 'aria-describedby': problemId } : {})}
        />
      </TextField>
      {problem && (
        <p id={problemId} className={styles.problem}>
          <SeverityIcon severity="error" />
          {problem}
        </p>
      )}
    </div>
  );
}

/** A press in the field is not one on its row, which would open the prompt. */
const keep = (event: SyntheticEvent) => event.stopPropagation();
const ownPresses = { onPointerDown: keep, onMouseDown: keep, onClick: keep };
