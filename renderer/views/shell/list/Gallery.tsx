import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { SearchInput } from '../../../components/controls/SearchInput.tsx';
import { cx } from '../../../components/cx.ts';
import { textClass } from '../../../components/layout/text-class.ts';
import { Notice } from '../../../components/status/Notice.tsx';
import { FramedText } from '../../../components/text/FramedText.tsx';
import { sentence } from '../../../store/context.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import type { GalleryPrompt } from '../../../store/workspace/workspaces.ts';
import styles from './Gallery.module.css';

interface GalleryProps {
  /** The chosen prompt; undefined for a blank one. */
  readonly chosen: GalleryPrompt | undefined;
  readonly onChoose: (prompt: GalleryPrompt | undefined) => void;
}

const blank = { name: '', title: 'Blank', description: 'A short template to replace' };

/** The starting points of a new prompt: a blank one first, then the gallery, with the text of the chosen one. */
export default function Gallery({ chosen, onChoose }: GalleryProps) {
  const { readGallery } = useWorkbenchActions();
  const [prompts, setPrompts] = useState<readonly GalleryPrompt[]>([]);
  const [failure, setFailure] = useState<string>();
  const [filter, setFilter] = useState('');

  useEffect(() => {
    readGallery().then(setPrompts, (error) => setFailure(sentence(error)));
  }, [readGallery]);

  const wanted = filter.trim().toLowerCase();
  const shown = [blank, ...prompts].filter(
    ({ title, description }) => wanted === '' || `${title}\n${description}`.toLowerCase().includes(wanted),
  );
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  return (
    <div className={styles.gallery}>
      <div className={styles.choice}>
        <SearchInput
          label="Filter the gallery"
          placeholder="Filter"
          value={filter}
          onChange={setFilter}
          clearLabel="Clear the filter"
        />
        <ListBox
          aria-label="Start from"
          className={cx(styles.list)}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={[chosen?.name ?? '']}
          items={shown.map((prompt) => ({ id: prompt.name, prompt }))}
          renderEmptyState={() => 'No matches'}
          onSelectionChange={(keys) => {
            const [name] = keys === 'all' ? [] : [...keys];
            onChoose(prompts.find((prompt) => prompt.name === name));
          }}
        >
          {({ id, prompt }) => (
            <ListBoxItem id={id} textValue={prompt.title} className={cx(styles.option)}>
              <span className={textClass({ weight: 'medium' })}>{prompt.title}</span>
              <span className={textClass({ tone: 'soft', size: 's' })}>{prompt.description}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </div>
      {chosen && (
        <section aria-label={`Text of ${chosen.title}`} className={styles.preview}>
          <FramedText className={styles.text}>{chosen.text}</FramedText>
        </section>
      )}
    </div>
  );
}
