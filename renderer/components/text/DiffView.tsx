import { Fragment, useMemo } from 'react';
import { hunksBetween } from '../../../src/model/diff/hunks.ts';
import { cx } from '../cx.ts';
import styles from './DiffView.module.css';

interface DiffViewProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** The names of the two sides, if shown. */
  readonly names?: readonly [string, string];
}

/** Lines shown around a change. */
const context = 3;

/** The changed lines with a few around them. Signs and colours mark removed and added lines. */
export function DiffView({ label, before, after, names }: DiffViewProps) {
  const hunks = useMemo(() => findHunks(before, after), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
    <section aria-label={label} tabIndex={0} className={styles.diff}>
      {names && (
        <div className={styles.names}>
          <span className={styles.removed}>{`− ${names[0]}`}</span>
          <span className={styles.added}>{`+ ${names[1]}`}</span>
        </div>
      )}
      <pre>
        {hunks.map((hunk, index) => (
          <Fragment key={`${hunk.oldStart} ${hunk.newStart}`}>
            {index > 0 && <span className={styles.gap}>⋯</span>}
            {hunk.lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place.
              <Line key={place} line={line} />
            ))}
          </Fragment>
        ))}
      </pre>
    </section>
  );
}

/** A missing final line break is noted only if that is the change. */
function findHunks(before: string, after: string) {
  const hunks = hunksBetween(before, after, context);
  if (before.endsWith('\n') !== after.endsWith('\n')) return hunks;
  return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.filter((line) => !line.startsWith('\\')) }));
}

function Line({ line }: { line: string }) {
  const sign = line[0];
  const kind = sign === '+' ? styles.added : sign === '-' ? styles.removed : sign === '\\' ? styles.note : undefined;
  return (
    <span className={cx(styles.line, kind)}>
      <span className={styles.sign}>{sign === '-' ? '−' : sign === '+' ? '+' : ' '}</span>
      {sign === '\\' ? 'no line break at the end' : line.slice(1)}
    </span>
  );
}
