import { ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import choice from '../../components/controls/Choice.module.css';
import { cx } from '../../components/cx.ts';
import type { RunnerView } from '../../store/state/run.ts';
import styles from './RunnerChoice.module.css';

interface RunnerChoiceProps {
  readonly label?: string;
  readonly runners: readonly RunnerView[];
  /** An id. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Every runner: those that can start now, then the others with the reason. */
export function RunnerChoice({ label = 'Runner', runners, value, onChange }: RunnerChoiceProps) {
  const isReady = ({ state }: RunnerView) => state.kind === 'ready';
  const readyFirst = [...runners.filter(isReady), ...runners.filter((runner) => !isReady(runner))];
  const runner = runners.find(({ id }) => id === value);
  return (
    <Select
      aria-label={label}
      value={value ?? null}
      disabledKeys={readyFirst.filter((item) => !isReady(item)).map(({ id }) => id)}
      onChange={(key) => onChange(String(key))}
      className={cx(styles.choice)}
    >
      <Button className={cx(choice.button)}>
        <SelectValue className={cx(styles.value)}>{runner?.title ?? 'Choose a runner'}</SelectValue>
        <ChevronsUpDown size={14} />
      </Button>
      <Popover className={cx(choice.popover, styles.popover)} offset={4}>
        <ListBox className={cx(choice.list, styles.list)}>
          {readyFirst.map(({ id, title, place, state }) => (
            <ListBoxItem key={id} id={id} textValue={title} className={cx(choice.option, styles.option)}>
              <Text slot="label">{title}</Text>
              <Text slot="description" className={styles.note}>
                {state.kind === 'ready' ? place : state.message}
              </Text>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
