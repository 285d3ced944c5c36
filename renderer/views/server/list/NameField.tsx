import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField } from 'react-aria-components/TextField';
import { type FieldProblem, FieldProblems } from '../../../components/controls/FieldProblems.tsx';
import { cx } from '../../../components/cx.ts';
import { inBackground } from '../../../in-background.ts';
import { sentence } from '../../../store/context.ts';
import styles from './NameField.module.css';

interface NameFieldProps {
  readonly value: string;
  readonly check: (name: string) => FieldProblem | undefined;
  /** @throws an error whose sentence the field shows */
  readonly onRename: (name: string) => Promise<unknown>;
  /** Called when renaming has ended. */
  readonly onDone: () => void;
}

/** Edits the MCP name of an entry in its row. Enter renames, Escape cancels. */
export function NameField({ value, check, onRename, onDone }: NameFieldProps) {
  const [name, setName] = useState(value);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FieldProblem>();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const typed = name.trim();
  const problem = typed === value ? undefined : (failure ?? check(typed));
  const isRefused = problem?.severity === 'error';
  const finish = async () => {
    if (typed === value) return onDone();
    if (isRefused || isWorking) return;
    setWorking(true);
    try {
      await onRename(typed);
      onDone();
    } catch (error) {
      setFailure({ severity: 'error', message: sentence(error) });
      setWorking(false);
    }
  };
  const change = (next: string) => {
    setName(next);
    setFailure(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') inBackground(finish());
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.field}>
      <TextField aria-label="MCP name" value={name} onChange={change} isInvalid={isRefused}>
        <Input
          ref={input}
          className={cx(styles.input)}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={onKeyDown}
          onBlur={() => inBackground(finish())}
          {...ownPresses}
          {...(problem ? { 'aria-describedby': problemId } : {})}
        />
      </TextField>
      {problem && (
        <div className={styles.problem}>
          <FieldProblems id={problemId} problems={[problem]} />
        </div>
      )}
    </div>
  );
}

/** Stops presses in the field from reaching the row, which would open the entry. */
const keep = (event: SyntheticEvent) => event.stopPropagation();
const ownPresses = { onPointerDown: keep, onMouseDown: keep, onClick: keep };
