import { type ReactNode, useId } from 'react';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import type { AskEntry } from '../../store/state/workspace.ts';
import { AskedBy } from './AskedBy.tsx';
import styles from './AskGroups.module.css';
import { type AskGroup, groupAsks } from './ask-words.ts';

interface AskGroupsProps {
  readonly asks: readonly AskEntry[];
  /** Renders one ask with the control that allows it. */
  readonly draw: (entry: AskEntry) => ReactNode;
}

/** Asks by kind, each with the files that need it. */
export function AskGroups({ asks, draw }: AskGroupsProps) {
  return groupAsks(asks).map((group) => <Group key={group.kind} group={group} draw={draw} />);
}

function Group({ group, draw }: { group: AskGroup } & Pick<AskGroupsProps, 'draw'>) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id}>
      <Text as="h3" id={id} size="m" weight="bold">
        {group.title}
      </Text>
      <Text tone="soft" size="s">
        {group.meaning}
      </Text>
      <ul className={styles.list}>
        {group.entries.map((entry) => (
          <li key={entry.id} className={styles.row}>
            {draw(entry)}
            <AskedBy from={entry.from} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
