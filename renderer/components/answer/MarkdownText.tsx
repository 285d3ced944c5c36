import { memo, type ReactElement, startTransition, useEffect, useId, useMemo, useRef, useState } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cx } from '../cx.ts';
import markdown from '../text/markdown.module.css';
import styles from './MarkdownText.module.css';
import { markdownPieces } from './markdown-pieces.ts';

/**
 * Draws a text as Markdown: HTML stays text, links are inactive, pictures are named and not fetched. A long text is
 * drawn piece by piece as it becomes visible.
 */
export default function MarkdownText({ text }: { text: string }) {
  const id = useId();
  const pieces = useMemo(() => markdownPieces(text), [text]);
  return (
    <div className={cx(markdown.markdown, styles.text)}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its place.
        <Piece key={index} text={piece} id={`${id}${index}-`} isSeenFirst={index === 0} />
      ))}
    </div>
  );
}

const plugins = [remarkGfm];

const components: Components = {
  a: ({ href, children }) => (
    <span className={styles.link} title={href}>
      {children}
    </span>
  ),
  img: ({ src, alt }) => <span className={styles.picture}>{`Image${alt ? `: ${alt}` : ''} (${String(src)})`}</span>,
  // A prompt's headings must not join the window's outline.
  h1: ({ children }) => <p className={styles.h1}>{children}</p>,
  h2: ({ children }) => <p className={styles.h2}>{children}</p>,
  h3: ({ children }) => <p className={styles.h3}>{children}</p>,
  h4: ({ children }) => <p className={styles.h3}>{children}</p>,
  h5: ({ children }) => <p className={styles.h3}>{children}</p>,
  h6: ({ children }) => <p className={styles.h3}>{children}</p>,
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
};

/** Addresses are shown, never followed, so any scheme is safe. */
const keepUrl = (url: string) => url;

/** Estimated height of an undrawn piece, in CSS pixels per character. */
const pixelsPerCharacter = 0.45;

interface PieceProps {
  readonly text: string;
  /** In front of the ids that footnotes need. */
  readonly id: string;
  readonly isSeenFirst: boolean;
}

const Piece = memo(function Piece({ text, id, isSeenFirst }: PieceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(isSeenFirst);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setSeen(true)),
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  const footnotes = useMemo((): Options['remarkRehypeOptions'] => ({ clobberPrefix: id }), [id]);
  if (!isSeen) return <div ref={place} style={{ height: `${Math.round(text.length * pixelsPerCharacter)}px` }} />;
  return drawMarkdown(text, footnotes);
});

/** The parser's time grows with the square of the depth of nested quotations and lists. */
const deepNesting = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){100}/m;

/**
 * Calls the component, which has no hooks, as a function, so that its error can be caught: Markdown nested thousands of
 * levels deep overflows the parser's stack. The text is then drawn plain.
 */
export function drawMarkdown(text: string, footnotes: Options['remarkRehypeOptions'] = {}): ReactElement {
  if (deepNesting.test(text)) return drawPlain(text);
  try {
    return Markdown({
      children: text,
      remarkPlugins: plugins,
      remarkRehypeOptions: footnotes,
      components,
      urlTransform: keepUrl,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return drawPlain(text);
  }
}

function drawPlain(text: string): ReactElement {
  return <pre className={styles.plain}>{text}</pre>;
}
