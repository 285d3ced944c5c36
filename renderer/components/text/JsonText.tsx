import { useMemo } from 'react';
import styles from './JsonText.module.css';

interface JsonTextProps {
  readonly label: string;
  readonly value: unknown;
}

/** Longer strings (mostly images) are shown cut; copying takes them whole. */
const maxStringLength = 1500;
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g;

/** JSON, indented and coloured. */
export function JsonText({ label, value }: JsonTextProps) {
  const parts = useMemo(() => colour(JSON.stringify(value, shorten, 2) ?? 'null'), [value]);
  return (
    <section aria-label={label} className={styles.json}>
      <pre>{parts}</pre>
    </section>
  );
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= maxStringLength) return value;
  return `${value.slice(0, maxStringLength)}… and ${(value.length - maxStringLength).toLocaleString('en')} more characters`;
}

function colour(text: string) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [matchText, string, colon, number] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + matchText.length;
    const kind = string ? (colon ? styles.key : styles.string) : number ? styles.number : styles.word;
    parts.push(
      <span key={match.index} className={kind}>
        {string ?? matchText}
      </span>,
      colon,
    );
  }
  parts.push(text.slice(end));
  return parts;
}
