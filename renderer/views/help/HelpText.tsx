import { memo, type ReactNode, useMemo } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cx } from '../../components/cx.ts';
import markdown from '../../components/text/markdown.module.css';
import styles from './HelpText.module.css';
import { rangesOf } from './search.ts';

interface HelpTextProps {
  /** The page of the text. */
  readonly page: string;
  readonly text: string;
  /** Stems of the words to mark. */
  readonly words: readonly string[];
  /** Follows a link to another place in the help. */
  readonly onFollow: (place: string) => void;
  /** Whether a place is in the help. */
  readonly isPlace: (place: string) => boolean;
}

const plugins = [remarkGfm];

/** One section of the help as Markdown. Links between the pages work; other places of the repository are only named. */
export const HelpText = memo(function HelpText({ page, text, words, onFollow, isPlace }: HelpTextProps) {
  const components = useMemo((): Components => {
    function Link({ href = '', children }: { href?: string | undefined; children?: ReactNode }) {
      if (/^https?:/.test(href))
        return (
          <a href={href} target="_blank" rel="noreferrer">
            {children}
          </a>
        );
      const place = href.startsWith('#') ? `${page}${href}` : href;
      if (!isPlace(place)) return <span title={href}>{children}</span>;
      return (
        <button type="button" className={styles.link} onClick={() => onFollow(place)}>
          {children}
        </button>
      );
    }
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
    const pre: Components['pre'] = ({ children }) => <pre tabIndex={0}>{children}</pre>;
    const table: Components['table'] = ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
      <div className={styles.table} tabIndex={0}>
        <table>{children}</table>
      </div>
    );
    return { a: Link, pre, table };
  }, [page, onFollow, isPlace]);
  const marks = useMemo((): NonNullable<Options['rehypePlugins']> => [[markWords, words]], [words]);
  return (
    <div className={cx(markdown.markdown, styles.text)}>
      <Markdown remarkPlugins={plugins} rehypePlugins={marks} components={components}>
        {text}
      </Markdown>
    </div>
  );
});

interface Node {
  readonly type: string;
  readonly value?: string;
  children?: Node[];
}

/** A rehype plugin that wraps the words in `<mark>`. */
function markWords(words: readonly string[]) {
  return (tree: Node) => {
    if (words.length > 0) mark(tree, words);
  };
}

function mark(node: Node, words: readonly string[]): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child): Node[] => {
    if (child.type !== 'text' || child.value === undefined) {
      mark(child, words);
      return [child];
    }
    const { value } = child;
    const ranges = rangesOf(value, words);
    if (ranges.length === 0) return [child];
    const parts = ranges.flatMap(([from, to], index): Node[] => [
      { type: 'text', value: value.slice(ranges[index - 1]?.[1] ?? 0, from) },
      { type: 'element', ...markElement, children: [{ type: 'text', value: value.slice(from, to) }] },
    ]);
    return [...parts, { type: 'text', value: value.slice(ranges.at(-1)?.[1] ?? 0) }];
  });
}

const markElement = { tagName: 'mark', properties: {} };
