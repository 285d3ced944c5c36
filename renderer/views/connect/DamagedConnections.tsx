import { showHidden } from '../../../src/base/visible-text.ts';
import { Notice } from '../../components/status/Notice.tsx';
import styles from './DamagedConnections.module.css';

/** Connections that cannot be disconnected here, with the manual steps instead. */
export function DamagedConnections({ messages }: { messages: readonly string[] }) {
  return (
    <Notice tone="warning" title={messages.length === 1 ? 'A connection is damaged' : 'Some connections are damaged'}>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message}>{showHidden(message)}</li>
        ))}
      </ul>
    </Notice>
  );
}
