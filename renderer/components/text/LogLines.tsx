import styles from './LogLines.module.css';

interface LogLinesProps {
  readonly lines: readonly { readonly level: string; readonly text: string }[];
}

/** What a function wrote to its log, a line each, the level said in words where it is not the usual one. */
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
