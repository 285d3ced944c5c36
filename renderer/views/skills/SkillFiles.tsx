import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { TokenField } from '../../components/fields/TokenField.tsx';
import { inBackground } from '../../in-background.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import styles from './SkillFiles.module.css';

interface SkillFilesProps {
  readonly at: KeyPath;
  readonly files: readonly string[];
  readonly onChange: (files: readonly string[]) => void;
}

/** The files of a skill: names from the media folder, and files of the computer, which are chosen or dropped here. */
export function SkillFiles({ at, files, onChange }: SkillFilesProps) {
  const { listFiles } = useWorkbenchActions();
  const media = useMediaNames(files.length);
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) =>
    setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    inBackground(listFiles(at, [...event.dataTransfer.files]));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same without a pointer.
    <div
      className={cx(styles.files, isOver && styles.over)}
      data-takes-files
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      <TokenField
        label="Files"
        noun="file"
        hint="of the media folder, under the same paths"
        placeholder="guides/tone.md"
        completes
        place={pathKey(at)}
        tokens={files}
        suggestions={media.filter((file) => !files.includes(file))}
        problems={useProblemsAt(at)}
        onChange={onChange}
        aside={
          <FileTrigger
            allowsMultiple
            onSelect={(chosenFiles) => chosenFiles && inBackground(listFiles(at, [...chosenFiles]))}
          >
            <Button variant="quiet">
              <Upload size={14} />
              Add a file
            </Button>
          </FileTrigger>
        }
      />
    </div>
  );
}

/** The names in the media folder, read again when the number of the skill's files changes: one may have been added. */
function useMediaNames(count: number): readonly string[] {
  const { listMedia } = useWorkbenchActions();
  const [media, setMedia] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means that a file was added.
  useEffect(() => {
    let isWanted = true;
    inBackground(listMedia().then((files) => isWanted && setMedia(files.map(({ file }) => file))));
    return () => {
      isWanted = false;
    };
  }, [listMedia, count]);
  return media;
}
