import { FramedText } from '../../components/text/FramedText.tsx';
import styles from './DefusedText.module.css';

interface DefusedTextProps {
  readonly text: string;
  /** Offsets in UTF-16 code units. */
  readonly defused: readonly { readonly start: number; readonly end: number }[];
}

/** A passage in the results, with marks on escaped tags that would otherwise end the results. */
export function DefusedText({ text, defused }: DefusedTextProps) {
  let end = 0;
  const parts = defused.map((place) => {
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
