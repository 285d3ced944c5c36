import { CircleCheck, CircleX } from 'lucide-react';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { counted } from '../../components/text/counted.ts';
import type { SearchAccount } from '../../store/workspace/searches.ts';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import styles from './SearchSources.module.css';
import { unknownWords } from './unknown-words.ts';

/** Who was asked, how long it took, and what came of it. */
export function SearchSources({ sources }: { sources: SearchAccount['sources'] }) {
  const unknown = unknownWords(sources);
  return (
    <>
      <ul aria-label="Sources asked" className={styles.sources}>
        {sources.map(({ name, state, milliseconds, found, message, needs }) => (
          <li key={name} className={styles.source}>
            {state === 'answered' ? (
              <CircleCheck size={13} className={styles.answered} role="img" aria-label="Answered:" />
            ) : (
              <CircleX size={13} className={styles.failed} role="img" aria-label="Failed:" />
            )}
            <span className={styles.name}>{name}</span>
            <span className={styles.facts}>
              {`${state === 'answered' ? `${counted(found, 'passage')} · ` : ''}${formatMilliseconds(milliseconds)} ms`}
            </span>
            {needs ? (
              <div className={styles.needs}>
                <NeedsTrust subject={`The source ${name}`} needs={needs} />
              </div>
            ) : (
              message && <p className={styles.message}>{message}</p>
            )}
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          {'Found nowhere: '}
          {unknown.map((word) => (
            <code key={word}>{word}</code>
          ))}
        </p>
      )}
    </>
  );
}
