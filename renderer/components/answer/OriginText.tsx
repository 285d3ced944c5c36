import { type KeyboardEvent, useMemo } from 'react';
import { cx } from '../cx.ts';
import styles from './OriginText.module.css';
import {
  emptySentence,
  type OriginSpan,
  originHue,
  originKey,
  originSentence,
  undeclaredSentence,
  undeclaredSlot,
} from './origin.ts';
import { spansByChunk, textChunks } from './text-chunks.ts';

interface OriginTextProps {
  readonly text: string;
  /** Cover the text without gaps; absent if its origin is unknown. */
  readonly spans?: readonly OriginSpan[] | undefined;
  /** The declared arguments in order. */
  readonly names?: readonly string[];
  /** The key of the highlighted origin. */
  readonly highlightedKey?: string | undefined;
  readonly mono?: boolean;
  /** Leads to the field of an argument without a value. */
  readonly onFill?: ((name: string) => void) | undefined;
}

/** A text whose runs show their origin. Only the visible part of a long text is laid out. */
export function OriginText({ text, spans, names = [], highlightedKey, mono = false, onFill }: OriginTextProps) {
  const chunks = useMemo(() => textChunks(text), [text]);
  const runs = useMemo(() => (spans ? spansByChunk(chunks, spans) : undefined), [chunks, spans]);
  const isRun = ({ from, start, end }: OriginSpan) =>
    end > start ? from.kind !== 'literal' : undeclaredSlot(from, '', names) !== undefined;
  const firstRun = spans?.find(isRun);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the runs, which have it.
    <div className={cx(styles.text, mono && styles.mono)} onKeyDown={moveBetweenRuns}>
      {chunks.map(({ start, end, lines }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its place.
          key={index}
          className={chunks.length > 1 ? styles.chunk : undefined}
          style={chunks.length > 1 ? { containIntrinsicBlockSize: `auto ${lines * 20}px` } : undefined}
        >
          {runs?.[index]?.map((span, place) => (
            <Run
              // Keyed by index: a letter typed above shifts every offset, but the run stays the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: a run has no other identity than its place in the piece.
              key={place}
              text={text.slice(span.start, span.end)}
              span={span}
              names={names}
              isHighlighted={highlightedKey !== undefined && originKey(span.from) === highlightedKey}
              onFill={onFill}
              isFirst={span.start === firstRun?.start && isRun(span)}
            />
          )) ?? text.slice(start, end)}
        </div>
      ))}
    </div>
  );
}

interface RunProps {
  readonly text: string;
  readonly span: OriginSpan;
  readonly names: readonly string[];
  readonly isHighlighted: boolean;
  readonly isFirst: boolean;
  readonly onFill: ((name: string) => void) | undefined;
}

function Run({ text, span: { from }, names, isHighlighted, isFirst, onFill }: RunProps) {
  if (from.kind === 'literal' || from.kind === 'scaffold' || from.kind === 'function') {
    return isHighlighted ? <span className={cx(styles.own, styles.lit)}>{text}</span> : text;
  }
  const undeclaredName = undeclaredSlot(from, text, names);
  if (text === '' && from.kind === 'argument' && undeclaredName === undefined) {
    const { name } = from;
    const chip = { 'data-thread': originHue(from, names), className: cx(styles.ghost, isHighlighted && styles.lit) };
    if (!onFill) {
      return (
        <span {...chip} title={`${name} has no value`}>
          {name}
        </span>
      );
    }
    return (
      <button
        {...chip}
        type="button"
        data-origin={originKey(from)}
        data-origin-name={emptySentence(name)}
        aria-label={emptySentence(name)}
        onClick={() => onFill(name)}
      >
        {name}
      </button>
    );
  }
  const sentence = undeclaredName === undefined ? originSentence(from) : undeclaredSentence(undeclaredName);
  return (
    <mark
      data-origin={originKey(from)}
      data-origin-name={sentence}
      data-thread={originHue(from, names)}
      aria-description={sentence}
      // Focus names the origin, as hovering does; each text is one stop.
      tabIndex={isFirst ? 0 : -1}
      className={cx(undeclaredName === undefined ? styles.run : styles.ghost, isHighlighted && styles.lit)}
    >
      {undeclaredName ?? text}
    </mark>
  );
}

/** The arrow keys move between runs, Home and End to the first and last. */
function moveBetweenRuns(event: KeyboardEvent<HTMLElement>): void {
  const runs = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-origin]')];
  const at = runs.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: runs.length - 1,
  }[event.key];
  const run = to === undefined ? undefined : runs[to];
  if (!run) return;
  event.preventDefault();
  run.focus();
}
