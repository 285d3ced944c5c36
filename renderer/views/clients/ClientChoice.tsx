import { ChevronsUpDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import choice from '../../components/controls/Choice.module.css';
import { cx } from '../../components/cx.ts';
import styles from './ClientChoice.module.css';
import { type Reach, ReachMark, reachWords } from './reach.tsx';

interface ClientChoiceProps {
  readonly clients: readonly { readonly id: string; readonly name: string; readonly reach: Reach }[];
  /** An id. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Every client application with a mark that says how the prompt arrives there. */
export function ClientChoice({ clients, value, onChange }: ClientChoiceProps) {
  const client = clients.find(({ id }) => id === value);
  return (
    <Select
      aria-label="Client application"
      value={value}
      onChange={(key) => onChange(String(key))}
      className={cx(styles.choice)}
    >
      <Button className={cx(choice.button)}>
        <SelectValue className={cx(styles.client)}>
          {client && <ReachMark reach={client.reach} />}
          {client?.name ?? value}
        </SelectValue>
        <ChevronsUpDown size={14} />
      </Button>
      <Popover className={cx(choice.popover)} offset={4}>
        <ListBox className={cx(choice.list, styles.list)}>
          {clients.map(({ id, name, reach }) => (
            <ListBoxItem key={id} id={id} textValue={`${name}: ${reachWords(reach)}`} className={cx(choice.option)}>
              <span className={styles.client}>
                <ReachMark reach={reach} />
                {name}
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
