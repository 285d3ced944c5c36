import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import styles from './Fold.module.css';

interface FoldProps {
  readonly title: string;
  /** Read before the title by assistive technology, to distinguish sections of the same title. */
  readonly of?: string;
  /** A short summary of the content. */
  readonly summary?: string | undefined;
  /** Expands the section, such as for a problem inside; a person can still collapse it. */
  readonly opens?: boolean;
  readonly place?: string;
  readonly children: ReactNode;
}

/** A collapsible section for rarely used fields. */
export function Fold({ title, of, summary, opens = false, place, children }: FoldProps) {
  const [choice, setChoice] = useState<{ isOpen: boolean; opens: boolean }>();
  const isOpen = choice && (choice.opens || !opens) ? choice.isOpen : opens;
  return (
    <details className={styles.fold} open={isOpen} data-at={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is the button of its details. */}
      <summary
        className={styles.summary}
        onClick={(event) => {
          event.preventDefault();
          setChoice({ isOpen: !isOpen, opens });
        }}
      >
        <ChevronRight size={13} className={styles.chevron} />
        {of && <VisuallyHidden elementType="span">{`${of}: `}</VisuallyHidden>}
        {title}
        {summary && <span className={styles.inside}>{summary}</span>}
      </summary>
      {isOpen && <div className={styles.body}>{children}</div>}
    </details>
  );
}
