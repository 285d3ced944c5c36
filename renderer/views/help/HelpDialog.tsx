import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { SearchInput } from '../../components/controls/SearchInput.tsx';
import { cx } from '../../components/cx.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Marked } from '../../components/text/Marked.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './HelpDialog.module.css';
import { HelpText } from './HelpText.tsx';
import { pages } from './pages.ts';
import { type HelpResult, searchHelp, wordsOf } from './search.ts';
import { type HelpSection, sectionAt } from './sections.ts';

const startPlace = 'start.md';
const noWords: readonly string[] = [];

const selector = ({ shell }: WorkbenchState) => ({ place: shell.helpPlace ?? startPlace });

/** The documentation in the window: its pages, and a search in all of them. */
export default function HelpDialog() {
  const { closeOverlay, openHelp } = useWorkbenchActions();
  const { place } = useWorkbench(selector);
  const [query, setQuery] = useState('');
  /** The last visit in this dialog; Back and Forward visit other places. */
  const [shownPlace, setShown] = useState({ place, words: noWords, visit: 0 });
  const words = shownPlace.place === place ? shownPlace.words : noWords;
  const section = sectionAt(pages, place);
  const page = pages.find(({ id }) => id === section?.page) ?? pages[0];
  const results = useMemo(() => searchHelp(pages, query), [query]);
  const isSearching = query.trim() !== '';
  const show = useCallback(
    (next: string, markedWords: readonly string[] = noWords) => {
      setShown(({ visit }) => ({ place: next, words: markedWords, visit: visit + 1 }));
      openHelp(next);
    },
    [openHelp],
  );
  const follow = useCallback((next: string) => show(next), [show]);
  const text = useRef<HTMLElement>(null);
  useScrollTo(text, section, shownPlace.visit);
  return (
    <Modal
      title="Help"
      size="large"
      hasColumns
      onClose={closeOverlay}
      footer={<Button onPress={closeOverlay}>Close</Button>}
    >
      <div className={styles.help}>
        {/* Enter shows the first match. */}
        <form
          className={styles.side}
          onSubmit={(event) => {
            event.preventDefault();
            const [first] = results;
            if (first) show(placeOf(first.section), wordsOf(query));
          }}
        >
          <SearchInput
            label="Search the help"
            placeholder="Search the help"
            value={query}
            onChange={setQuery}
            clearLabel="Clear the search"
            autoFocus
          />
          <p role="status" className={styles.status}>
            {isSearching &&
              (results.length === 0 ? 'No matches.' : results.length === 1 ? '1 match' : `${results.length} matches`)}
          </p>
          {isSearching ? (
            <Results
              results={results}
              chosenSection={section}
              onChoose={(helpSection) => show(placeOf(helpSection), wordsOf(query))}
            />
          ) : (
            <PageList section={section} onChoose={follow} />
          )}
        </form>
        <div className={styles.narrow}>
          <Choice
            label="Page"
            hidesLabel
            value={page?.title ?? ''}
            options={pages.map(({ title }) => title)}
            onChange={(title) => follow(pages.find((helpPage) => helpPage.title === title)?.id ?? startPlace)}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard. */}
        <article ref={text} aria-label={page?.title} tabIndex={0} className={styles.text}>
          {page?.sections.map((helpSection) => (
            <section key={helpSection.slug} id={`help-${helpSection.slug}`} className={styles.part}>
              <Heading section={helpSection} />
              <HelpText page={page.id} text={helpSection.text} words={words} onFollow={follow} isPlace={isPlace} />
            </section>
          ))}
        </article>
      </div>
    </Modal>
  );
}

function isPlace(place: string): boolean {
  return sectionAt(pages, place) !== undefined;
}

function placeOf({ page, slug }: HelpSection): string {
  return slug === '' ? page : `${page}#${slug}`;
}

/** The dialog's title is a heading of level 2. */
function Heading({ section: { level, title } }: { section: HelpSection }) {
  if (level === 1) return <h3 className={styles.h1}>{title}</h3>;
  return level === 2 ? <h4 className={styles.h2}>{title}</h4> : <h5 className={styles.h3}>{title}</h5>;
}

/** Scrolls a section to the top after each visit. */
function useScrollTo(text: React.RefObject<HTMLElement | null>, section: HelpSection | undefined, visit: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second visit to the same section scrolls again.
  useEffect(() => {
    const target = section?.slug ? text.current?.querySelector(`#help-${CSS.escape(section.slug)}`) : undefined;
    if (target) target.scrollIntoView({ block: 'start' });
    else text.current?.scrollTo({ top: 0 });
  }, [section, visit]);
}

interface PageListProps {
  readonly section: HelpSection | undefined;
  readonly onChoose: (place: string) => void;
}

function PageList({ section, onChoose }: PageListProps) {
  return (
    <nav aria-label="Pages of the help" className={styles.list}>
      <ul>
        {pages.map(({ id, title, sections }) => (
          <li key={id}>
            <button
              type="button"
              className={cx(styles.page, section?.page === id && styles.chosen)}
              aria-current={section?.page === id && section.slug === '' ? 'page' : undefined}
              onClick={() => onChoose(id)}
            >
              {title}
            </button>
            {section?.page === id && (
              <ul>
                {sections
                  .filter(({ level }) => level === 2 || level === 3)
                  .map((helpSection) => (
                    <li key={helpSection.slug}>
                      <button
                        type="button"
                        className={cx(styles.section, helpSection.level === 3 && styles.inner)}
                        aria-current={helpSection.slug === section.slug ? 'location' : undefined}
                        onClick={() => onChoose(placeOf(helpSection))}
                      >
                        {helpSection.title}
                      </button>
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ResultsProps {
  readonly results: readonly HelpResult[];
  readonly chosenSection: HelpSection | undefined;
  readonly onChoose: (section: HelpSection) => void;
}

function Results({ results, chosenSection, onChoose }: ResultsProps) {
  return (
    <ul aria-label="Matches" className={styles.list}>
      {results.map(({ section, pageTitle, titleRanges, excerpt, excerptRanges }) => (
        <li key={placeOf(section)}>
          <button
            type="button"
            className={cx(styles.result, chosenSection === section && styles.chosen)}
            onClick={() => onChoose(section)}
          >
            <Text as="span" weight="medium">
              <Marked text={section.title} ranges={titleRanges} />
            </Text>
            {section.level > 1 && (
              <Text as="span" tone="faint" size="xs">
                {pageTitle}
              </Text>
            )}
            <Text as="span" tone="soft" size="s" className={styles.excerpt}>
              <Marked text={excerpt} ranges={excerptRanges} />
            </Text>
          </button>
        </li>
      ))}
    </ul>
  );
}
