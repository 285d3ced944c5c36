import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { InspectMessage } from '../../../src/contract/contract.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { SearchInput } from '../../components/controls/SearchInput.tsx';
import { cx } from '../../components/cx.ts';
import { formatMilliseconds, formatSize } from '../../components/layout/measures.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { ErrorOutput } from './ErrorOutput.tsx';
import styles from './MessageLog.module.css';
import { strings } from './strings.ts';

interface MessageLogProps {
  readonly messages: readonly InspectMessage[];
  readonly stderr: string;
}

/** The messages of one connection, newest first. */
export function MessageLog({ messages, stderr }: MessageLogProps) {
  const [filter, setFilter] = useState('');
  const text = filter.trim().toLowerCase();
  const shownMessages = messages.filter(({ method, text: json }) => `${method}\n${json}`.toLowerCase().includes(text));
  return (
    <>
      {stderr !== '' && <ErrorOutput stderr={stderr} />}
      <SearchInput
        label="Filter messages"
        placeholder="Filter"
        value={filter}
        onChange={setFilter}
        clearLabel="Clear the filter"
      />
      {messages.length === 0 && <Text tone="faint">{strings.noMessages}</Text>}
      {messages.length > 0 && shownMessages.length === 0 && <p className={styles.none}>No matches.</p>}
      <ol className={styles.messages} aria-label="Messages of this connection">
        {shownMessages.toReversed().map((message) => (
          <Message key={message.seq} message={message} />
        ))}
      </ol>
    </>
  );
}

const kinds = { request: 'Request', notification: 'Notification', answer: 'Answer', error: 'Error' } as const;

function Message({ message }: { message: InspectMessage }) {
  const [isOpen, setOpen] = useState(false);
  const { seq, at, direction, kind, method, milliseconds, text, size } = message;
  const time = new Date(at).toLocaleTimeString('en-GB');
  return (
    <li className={styles.message}>
      <button type="button" aria-expanded={isOpen} className={styles.row} onClick={() => setOpen(!isOpen)}>
        {direction === 'sent' ? (
          <ArrowUpRight size={14} role="img" aria-label="Sent" />
        ) : (
          <ArrowDownLeft size={14} role="img" aria-label="Received" />
        )}
        <span className={cx(styles.kind, kind === 'error' && styles.error)}>{kinds[kind]}</span>
        <span className={styles.method}>{method}</span>
        <span className={styles.facts}>
          {[milliseconds !== undefined && `${formatMilliseconds(milliseconds)} ms`, formatSize(size), time]
            .filter((fact) => fact !== false)
            .join(' · ')}
        </span>
      </button>
      {isOpen && (
        <div className={styles.body}>
          <CopyButton label={`Copy message ${seq}`} text={() => text} />
          <Json text={text} />
        </div>
      )}
    </li>
  );
}

/** A message that is too long arrives cut, so it is not JSON. */
function Json({ text }: { text: string }) {
  try {
    return <JsonText label="Message" value={JSON.parse(text)} />;
  } catch {
    return <pre className={styles.output}>{`${text}…`}</pre>;
  }
}
