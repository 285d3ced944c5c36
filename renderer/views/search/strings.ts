import { formatMilliseconds } from '../../components/layout/measures.ts';
import type { SearchReport } from '../../store/state/searches.ts';

type RankedAgain = NonNullable<SearchReport['sources'][number]['embeddings']>;

/** The full sentences of the searches; short labels are in the components. */
export const strings = {
  rankedAgain: ({ model, sent, milliseconds }: RankedAgain) =>
    `Ranked with embeddings of ${model}: ${sent} ${sent === 1 ? 'text' : 'texts'} sent, ${formatMilliseconds(milliseconds)} ms.`,
  aboutMarks:
    'Thumbs up or down records whether a page is right for this query. It measures the source, and does not change the ranking.',
} as const;
