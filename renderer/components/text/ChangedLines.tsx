import { wordDiff } from '../definition-diff/word-diff.ts';
import styles from './ChangedLines.module.css';

/** Lines of a difference: expected ones begin with `-`, received ones with `+`. The characters that differ are marked. */
export function ChangedLines({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
    <section aria-label="Difference" tabIndex={0} className={styles.lines}>
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place.
          <Line key={index} line={line} otherLine={counterpart(lines, index)} />
        ))}
      </pre>
    </section>
  );
}

/** In a run of removed lines and a run of added ones of the same length: the line that this one replaces, or its replacement. */
function counterpart(lines: readonly string[], index: number): string | undefined {
  const sign = lines[index]?.[0];
  if (sign !== '-' && sign !== '+') return undefined;
  const runFrom = (start: number, of: string, step: 1 | -1) => {
    let end = start;
    while (lines[end]?.startsWith(of)) end += step;
    return end;
  };
  const first = runFrom(index, sign, -1) + 1;
  const runEnd = runFrom(index, sign, 1);
  const otherEnd = sign === '-' ? runEnd : runFrom(first - 1, '-', -1) + 1;
  const otherSign = sign === '-' ? '+' : '-';
  const otherLength = runFrom(otherEnd, otherSign, 1) - otherEnd;
  if (otherLength !== runEnd - first) return undefined;
  return lines[otherEnd + index - first];
}

function Line({ line, otherLine }: { readonly line: string; readonly otherLine: string | undefined }) {
  const sign = line[0];
  const kind = sign === '-' ? styles.expected : sign === '+' ? styles.received : undefined;
  if (kind === undefined) return <div>{line}</div>;
  const shownSign = <span className={styles.sign}>{sign}</span>;
  if (otherLine === undefined)
    return (
      <div className={kind}>
        {shownSign}
        {line.slice(1)}
      </div>
    );
  const [before, after] = sign === '-' ? [line, otherLine] : [otherLine, line];
  const pieceKind = sign === '-' ? 'removed' : 'added';
  return (
    <div className={kind}>
      {shownSign}
      {wordDiff(before.slice(1), after.slice(1)).map((piece, index) =>
        piece.kind === 'same' || piece.kind === 'left out' ? (
          piece.text
        ) : piece.kind === pieceKind ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its place.
          <mark key={index} className={styles.changed}>
            {piece.text}
          </mark>
        ) : null,
      )}
    </div>
  );
}
