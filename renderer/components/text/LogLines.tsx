import styles from './LogLines.module.css';

interface LogLinesProps {
  readonly lines: readonly { readonly level: string; readonly text: string }[];
}

/** The log lines of a function, with the level in words unless it is the usual one. */
export function LogLines({ lines }: LogLinesProps) {
  return (
    <ol className={styles.lines}>
      {lines.map(({ level, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place.
        <li key={index} data-level={level}>
          {level !== 'info' && <span className={styles.level}>{level}</span>}
          {text}
        </li>
      ))}
    </ol>
  );
}
