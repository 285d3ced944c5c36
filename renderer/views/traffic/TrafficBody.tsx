import { useMemo } from 'react';
import type { WireExchange } from '../../../src/contract/contract.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { formatSize } from '../../components/layout/measures.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import styles from './TrafficBody.module.css';

interface TrafficBodyProps {
  readonly title: string;
  readonly body: NonNullable<WireExchange['request']>;
}

/** Longer text is not coloured, because that takes noticeable time. Characters. */
const longestColoured = 200_000;

/** One message as JSON. */
export function TrafficBody({ title, body: { text, size, isCut } }: TrafficBodyProps) {
  const { value, pretty } = useMemo(() => read(text, isCut), [text, isCut]);
  return (
    <div className={styles.body}>
      <div className={styles.head}>
        <h4>{title}</h4>
        <Text as="span" tone="faint" size="xs" tabular>
          {isCut ? `the first ${formatSize(text.length)} of ${formatSize(size)}` : formatSize(size)}
        </Text>
        <CopyButton label={`Copy the ${title.toLowerCase()} as JSON`} text={pretty} />
      </div>
      {value === undefined ? (
        <pre className={styles.plain}>{pretty}</pre>
      ) : (
        <JsonText label={`${title} as JSON`} value={value} />
      )}
    </div>
  );
}

/** A truncated message is not valid JSON. */
function read(text: string, isCut: boolean): { value?: unknown; pretty: string } {
  if (isCut) return { pretty: text };
  const value: unknown = JSON.parse(text);
  const pretty = JSON.stringify(value, null, 2);
  return text.length > longestColoured ? { pretty } : { value, pretty };
}
