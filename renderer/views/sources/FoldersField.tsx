import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import type { FieldProblem } from '../../components/controls/FieldProblems.tsx';
import { Suggested } from '../../components/controls/Suggested.tsx';
import { useNameDraft } from '../../components/controls/useNameDraft.ts';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { WithFolderDialog } from '../editor/WithFolderDialog.tsx';
import styles from './FoldersField.module.css';
import { strings } from './strings.ts';

const at = ['Folders'];

/** The folders and files of a source. A path is written when it is finished: nothing reads a folder that is half typed. */
export function FoldersField() {
  const value = useWorkbench((state) => valueIn(state, at));
  const { edit, flush } = useWorkbenchActions();
  const labelId = useId();
  const paths = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  const write = (next: readonly string[]) => {
    edit(at, next.length === 0 ? undefined : [...next]);
    inBackground(flush());
  };
  const commit = (index: number, path: string) =>
    write(path === '' ? paths.toSpliced(index, 1) : paths.toSpliced(index, 1, path));
  return (
    <Stack gap={1} role="group" aria-labelledby={labelId} data-at={pathKey(at)}>
      <Text as="span" id={labelId} tone="soft" size="s" weight="medium">
        Folders and files
      </Text>
      <Text as="span" tone="faint" size="s">
        {strings.pathList}
      </Text>
      {[...paths, ''].map((path, index) => (
        <FolderRow
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows can name the same folder for a moment.
          key={index}
          index={index}
          path={path}
          others={paths.toSpliced(index, 1)}
          onCommit={(next) => commit(index, next)}
          onRemove={() => commit(index, '')}
        />
      ))}
    </Stack>
  );
}

interface FolderRowProps {
  readonly index: number;
  /** Empty in the row that adds one. */
  readonly path: string;
  readonly others: readonly string[];
  readonly onCommit: (path: string) => void;
  readonly onRemove: () => void;
}

function FolderRow({ index, path, others, onCommit, onRemove }: FolderRowProps) {
  const { suggestSourceFolders } = useWorkbenchActions();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const newest = useRef(0);
  const check = (typed: string): FieldProblem | undefined =>
    others.includes(typed) ? { severity: 'error', message: strings.alreadyListed(typed) } : undefined;
  const draft = useNameDraft({ name: path, check, onCommit });
  const problems = useProblemsAt([...at, index]);
  const suggest = async (typed: string) => {
    const number = ++newest.current;
    const found = await suggestSourceFolders(typed);
    if (number === newest.current) setSuggestions(found);
  };
  const isNew = path === '';
  const label = isNew ? 'Add a folder or file' : `Folder or file ${index + 1}`;
  return (
    <div className={styles.row} data-at={isNew ? undefined : pathKey([...at, index])}>
      <WithFolderDialog path={draft.field.value} for="source" align="start" onChoose={draft.commit}>
        <Suggested
          label={label}
          hidesLabel
          value={draft.field.value}
          placeholder={isNew ? 'Add a folder or file, such as docs or ~/notes' : ''}
          suggestions={suggestions}
          problems={draft.isPending ? (draft.problem ? [draft.problem] : []) : isNew ? [] : problems}
          onChange={(typed) => {
            draft.field.onChange(typed);
            inBackground(suggest(typed));
          }}
          onKeyDown={draft.field.onKeyDown}
          onFocusChange={(isFocused) => {
            if (isFocused) inBackground(suggest(draft.field.value));
            else draft.field.onBlur();
          }}
        />
      </WithFolderDialog>
      {!isNew && (
        <IconButton label={`Remove ${path}`} onPress={onRemove}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  );
}
