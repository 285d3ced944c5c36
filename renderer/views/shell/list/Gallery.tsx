import { type KeyboardEvent, useEffect, useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { cx } from '../../../components/cx.ts';
import { textClass } from '../../../components/layout/text-class.ts';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { Skeleton } from '../../../components/status/Skeleton.tsx';
import { FramedText } from '../../../components/text/FramedText.tsx';
import { sentence } from '../../../store/context.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { GalleryPrompt } from '../../../store/workspace/workspaces.ts';
import { strings } from '../strings.ts';
import styles from './Gallery.module.css';

interface GalleryProps {
  /** The chosen prompt; undefined for a blank one. */
  readonly chosenPrompt: GalleryPrompt | undefined;
  readonly onChoose: (prompt: GalleryPrompt | undefined) => void;
}

const blank = { name: '', title: 'Blank', description: 'A short template to replace' };

/** Enter in the filter chooses the marked prompt, and creates one of it once it is chosen. */
function createOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const activeOption = document.getElementById(target.getAttribute('aria-activedescendant') ?? '');
  if (activeOption !== null && activeOption.getAttribute('aria-selected') !== 'true') return;
  event.preventDefault();
  event.stopPropagation();
  target.form?.requestSubmit();
}

/** What the filter searches. */
const wordsOf = ({ title, description }: Pick<GalleryPrompt, 'title' | 'description'>) => `${title} ${description}`;

/** The starting points of a new prompt: a blank one first, then the gallery, with the text of the chosen one. */
export default function Gallery({ chosenPrompt, onChoose }: GalleryProps) {
  const { readGallery } = useWorkbenchActions();
  const [prompts, setPrompts] = useState<readonly GalleryPrompt[]>();
  const [filter, setFilter] = useState('');
  const [failure, setFailure] = useState<string>();
  const { contains } = useFilter({ sensitivity: 'base' });
  const options = [blank, ...(prompts ?? [])];
  const choose = (name: string | undefined) => onChoose(prompts?.find((prompt) => prompt.name === name));

  // What the filter hides is not chosen: the first match is. The gallery may arrive after the first letters.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice does not depend on the filter.
  useEffect(() => {
    const matches = options.filter((option) => contains(wordsOf(option), filter));
    const [first] = matches;
    if (first && !matches.some(({ name }) => name === (chosenPrompt?.name ?? blank.name))) choose(first.name);
  }, [filter, prompts]);

  useEffect(() => {
    readGallery().then(setPrompts, (error) => setFailure(sentence(error)));
  }, [readGallery]);

  if (failure) return <Notice tone="danger">{failure}</Notice>;
  return (
    <div className={styles.gallery}>
      <div className={styles.choice} onKeyDownCapture={createOnEnter}>
        <Autocomplete filter={contains} inputValue={filter} onInputChange={setFilter}>
          <SearchInput label="Filter the gallery" placeholder="Filter" />
          {prompts ? (
            <ListBox
              aria-label="Start from"
              className={cx(styles.list)}
              selectionMode="single"
              selectionBehavior="replace"
              disallowEmptySelection
              selectedKeys={[chosenPrompt?.name ?? '']}
              items={options.map((prompt) => ({ id: prompt.name, prompt }))}
              renderEmptyState={() => 'No matches'}
              onSelectionChange={(keys) => {
                const [name] = keys === 'all' ? [] : [...keys];
                choose(name === undefined ? undefined : String(name));
              }}
            >
              {({ id, prompt }) => (
                <ListBoxItem id={id} textValue={wordsOf(prompt)} className={cx(styles.option)}>
                  <span className={textClass({ weight: 'medium' })}>{prompt.title}</span>
                  <span className={textClass({ tone: 'soft', size: 's' })}>{prompt.description}</span>
                </ListBoxItem>
              )}
            </ListBox>
          ) : (
            <div className={styles.list}>
              <Skeleton />
            </div>
          )}
        </Autocomplete>
      </div>
      <section
        aria-label={`Text of ${chosenPrompt?.title ?? blank.title}`}
        className={styles.preview}
        data-blank={!chosenPrompt}
      >
        {chosenPrompt ? (
          <FramedText className={styles.text}>{chosenPrompt.text}</FramedText>
        ) : (
          <EmptyState title={blank.title}>{strings.aboutGallery}</EmptyState>
        )}
      </section>
    </div>
  );
}
