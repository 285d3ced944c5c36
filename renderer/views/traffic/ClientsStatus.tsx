import { Cable } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { cx } from '../../components/cx.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { counted } from '../../components/text/counted.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ClientsStatus.module.css';

const selector = ({ traffic }: WorkbenchState) => ({
  count: traffic.connections.length,
  stale: traffic.connections.filter(({ list }) => list === 'stale').length,
});

/** The number of connected clients, and of those with an outdated list, for the status line. */
export function ClientsStatus({ onOpen }: { onOpen: () => void }) {
  const { count, stale } = useWorkbench(selector);
  if (count === 0) return null;
  return (
    <Button className={cx(styles.status)} onPress={onOpen}>
      <Cable size={13} />
      {counted(count, 'client')}
      {stale > 0 && <Text as="span" tone="warning">{`${stale} with an outdated list`}</Text>}
    </Button>
  );
}
