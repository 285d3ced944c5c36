import { CircleCheck, CircleX } from 'lucide-react';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { Stack, Text, Truncate } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { SearchReport } from '../../store/state/searches.ts';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import styles from './SearchSources.module.css';
import { strings } from './strings.ts';
import { unknownWords } from './unknown-words.ts';

/** The searched sources, with time and outcome. */
export function SearchSources({ sources }: { sources: SearchReport['sources'] }) {
  const wordsUnknown = unknownWords(sources);
  const sourceList = useWorkbench(({ sources: { list } }) => list);
  // The source may have other folders since the search.
  const isAsked = (name: string, id: string) => {
    const source = sourceList.find((candidate) => candidate.name === name);
    if (!source || source.embeddings?.needs.includes(id)) return true;
    return source.state.kind === 'not-allowed' && source.state.needs.includes(id);
  };
  return (
    <>
      <Stack as="ul" aria-label="Searched sources" gap={1}>
        {sources.map(({ name, state, milliseconds, found, message, needs, embeddings }) => (
          <li key={name} className={styles.source}>
            {state === 'answered' ? (
              <CircleCheck size={13} className={textClass({ tone: 'good' })} role="img" aria-label="Answered:" />
            ) : (
              <CircleX size={13} className={textClass({ tone: 'danger' })} role="img" aria-label="Failed:" />
            )}
            <Truncate weight="medium">{name}</Truncate>
            <Text as="span" tone="faint" size="s" tabular>
              {`${state === 'answered' ? `${formatCount(found, 'passage')} · ` : ''}${formatMilliseconds(milliseconds)} ms`}
            </Text>
            {embeddings && <p className={styles.message}>{strings.rankedAgain(embeddings)}</p>}
            {needs ? (
              <div className={styles.needs}>
                <NeedsTrust subject={`The source ${name}`} needs={needs.filter((id) => isAsked(name, id))} />
              </div>
            ) : (
              message && <p className={styles.message}>{message}</p>
            )}
          </li>
        ))}
      </Stack>
      {wordsUnknown.length > 0 && (
        <p className={styles.unknown}>
          {'Not found: '}
          {wordsUnknown.map((word) => (
            <code key={word}>{word}</code>
          ))}
        </p>
      )}
    </>
  );
}
