import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { assertNever } from '../../../src/base/assert-never.ts';
import { cx } from '../../components/cx.ts';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Truncate } from '../../components/layout/primitives.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { Marked } from '../../components/text/Marked.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { Judgement } from '../../store/sources/searches.ts';
import { findSource } from '../../store/sources/source-selectors.ts';
import type { RankedPassage } from '../../store/state/searches.ts';
import { MatchedWords } from './MatchedWords.tsx';
import styles from './PassageRow.module.css';

interface PassageRowProps {
  readonly passage: RankedPassage;
  readonly rank: number;
  /** Its score relative to the best one, 0 to 1. */
  readonly share: number;
  readonly query: string;
}

/** One passage: its page, its matched words, its outcome, and buttons to judge it. */
export function PassageRow({ passage, rank, share, query }: PassageRowProps) {
  const { title, source, location, anchor, outcome, score, text, defused, snippet } = passage;
  const { label, sentence } = outcomeWords(passage);
  const isRead = text !== '';
  return (
    <li className={cx(styles.row, !isRead && outcome.kind !== 'joined' && styles.unread)}>
      <span className={styles.rank}>{rank}</span>
      <Stack shrink>
        <Title passage={passage} />
        <Truncate
          tone="faint"
          size="xs"
        >{`${source} · ${location}${anchor === undefined ? '' : `#${anchor}`}`}</Truncate>
      </Stack>
      <Judge passage={passage} query={query} />
      {snippet.text !== '' && (
        <p className={styles.snippet}>
          <Marked text={snippet.text} ranges={snippet.marks.map(({ start, end }) => [start, end])} />
        </p>
      )}
      <div className={styles.line}>
        <span className={cx(styles.outcome, styles[outcome.kind])} title={sentence}>
          {label}
        </span>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${Math.max(2, share * 100)}%` }} />
        </span>
        <span className={styles.score}>{score.toFixed(1)}</span>
      </div>
      <div className={styles.more}>
        <Fold title="Why" of={title} summary={sentence}>
          <MatchedWords passage={passage} />
        </Fold>
        {isRead && (
          <Fold title="As the model reads it" of={title} {...(defused.length > 0 ? { summary: 'tags escaped' } : {})}>
            <DefusedText text={text} defusedSpans={defused} />
          </Fold>
        )}
      </div>
    </li>
  );
}

/** Opens the page, if the source indexes pages; a remote source has only its answer. */
function Title({ passage: { title, headings, source, location } }: { passage: RankedPassage }) {
  const hasPages = useWorkbench((state) => findSource(state, source)?.type === 'Documentation');
  const { openPage } = useWorkbenchActions();
  const text = [title, ...headings].join(' › ');
  if (!hasPages)
    return (
      <span className={styles.title} title={text}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.title}
      onClick={() => inBackground(openPage({ source, location, headings }))}
      title="Open the page"
    >
      {text}
    </button>
  );
}

const judgements = [
  { value: 'right', label: 'Right for this query', Icon: ThumbsUp },
  { value: 'wrong', label: 'Wrong for this query', Icon: ThumbsDown },
] as const satisfies readonly { value: Judgement; label: string; Icon: unknown }[];

function Judge({ passage, query }: { passage: RankedPassage; query: string }) {
  const { judge } = useWorkbenchActions();
  return (
    <fieldset aria-label={`Is ${passage.title} right for this query?`} className={styles.judge}>
      {judgements.map(({ value, label, Icon }) => (
        <ToggleButton
          key={value}
          aria-label={label}
          isSelected={passage.judged === value}
          onChange={(isSelected) => inBackground(judge(query, passage, isSelected ? value : null))}
          className={cx(styles.thumb, styles[value])}
        >
          <Icon size={13} />
        </ToggleButton>
      ))}
    </fieldset>
  );
}

interface DefusedTextProps {
  readonly text: string;
  /** Offsets in UTF-16 code units. */
  readonly defusedSpans: readonly { readonly start: number; readonly end: number }[];
}

/** A passage in the results, with marks on escaped tags that would otherwise end the results. */
function DefusedText({ text, defusedSpans }: DefusedTextProps) {
  let end = 0;
  const parts = defusedSpans.map((place) => {
    const before = text.slice(end, place.start);
    end = place.end;
    return { before, tag: text.slice(place.start, place.end), key: place.start };
  });
  return (
    <FramedText className={styles.text}>
      {parts.map(({ before, tag, key }) => (
        <span key={key}>
          {before}
          <mark className={styles.tag} title="This tag was escaped: it would have ended the results">
            {tag}
          </mark>
        </span>
      ))}
      {text.slice(end)}
    </FramedText>
  );
}

const leftOut = {
  budget: { label: 'no room', sentence: 'left out: the budget is full' },
  weak: { label: 'weak', sentence: 'left out: scored too low' },
  limit: { label: 'over limit', sentence: 'left out: the call asked for fewer passages' },
  given: { label: 'given', sentence: 'left out: the session already has it' },
} as const;

const cutFor = {
  budget: 'to fit the budget',
  weak: 'because others score much higher',
  doubtful: 'because no page clearly fits the query',
} as const;

/** The outcome of a passage: a label, and a sentence with the reason. */
function outcomeWords({ outcome, tokens }: Pick<RankedPassage, 'outcome' | 'tokens'>): {
  readonly label: string;
  readonly sentence: string;
} {
  const length = `${tokens.toLocaleString('en')} tokens`;
  switch (outcome.kind) {
    case 'taken':
      return { label: 'included', sentence: `included in full, ${length}` };
    case 'cut':
      return {
        label: 'cut',
        sentence: `cut to ${length} ${cutFor[outcome.reason]}, ${outcome.tokensLeftOut.toLocaleString('en')} left out`,
      };
    case 'joined':
      return { label: 'joined', sentence: 'included in the entry of its neighbour on the same page' };
    case 'folded':
      return { label: 'duplicate', sentence: `same text as ${outcome.into.location} in ${outcome.into.source}` };
    case 'left':
      return leftOut[outcome.reason];
    default:
      return assertNever(outcome);
  }
}
