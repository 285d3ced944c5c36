import { X } from 'lucide-react';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import type { FieldProblem } from '../../components/fields/FieldProblems.tsx';
import { Suggested } from '../../components/fields/Suggested.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
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

/** Why the folders of a source can't be allowed yet: the path is not finished, not checked or does not exist. */
export type FolderHold = 'typed' | 'checking' | 'missing';

export interface FoldersFieldProps {
  /** Must not change between renders. */
  readonly onHold: (hold: FolderHold | undefined) => void;
}

/** The folders and files of a source. A path is written when it is finished: nothing reads a folder that is half typed. */
export function FoldersField({ onHold }: FoldersFieldProps) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { editAsStep, flush, checkSourceFolder, permitFolder } = useWorkbenchActions();
  const [pendingRow, setPendingRow] = useState<number>();
  const [checks, setChecks] = useState<ReadonlyMap<string, PathCheck>>(new Map());
  const labelId = useId();
  const paths = pathsOf(value);
  const write = (next: readonly string[]) => {
    editAsStep(at, next.length === 0 ? undefined : [...next]);
    inBackground(flush());
  };
  const setCheck = (path: string, check: PathCheck) => setChecks((now) => new Map(now).set(path, check));
  /** Paths that a person typed or chose here, which permits reading them once they exist. */
  const chosenPaths = useRef(new Set<string>());
  const recheck = async (path: string) => {
    const message = await checkSourceFolder(path);
    if (message === undefined && chosenPaths.current.delete(path)) await permitFolder(path);
    setCheck(path, { message });
  };
  /** The next row to add a path takes the focus. */
  const goesOn = useRef(false);
  const commit = (index: number, path: string) => {
    write(path === '' ? paths.toSpliced(index, 1) : paths.toSpliced(index, 1, path));
    if (path === '') return;
    chosenPaths.current.add(path);
    setCheck(path, 'checking');
    inBackground(recheck(path));
  };
  const pathChecks = paths.map((path) => checks.get(path));
  const missingPaths = paths.filter(
    (_, index) => typeof pathChecks[index] === 'object' && pathChecks[index].message !== undefined,
  );

  let hold: FolderHold | undefined;
  if (pendingRow !== undefined) hold = 'typed';
  else if (pathChecks.includes('checking')) hold = 'checking';
  else if (missingPaths.length > 0) hold = 'missing';
  useEffect(() => onHold(hold), [hold, onHold]);

  const isTrusted = useWorkbench(({ trust }) => trust.view?.isTrusted === true);
  const uncheckedPaths = isTrusted ? paths.filter((path) => !checks.has(path)).join('\n') : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: paths that were written before the page opened.
  useEffect(() => {
    for (const path of uncheckedPaths.split('\n').filter(Boolean)) inBackground(recheck(path));
  }, [uncheckedPaths]);

  const recheckMissing = useRef(() => {});
  recheckMissing.current = () => {
    for (const path of missingPaths) inBackground(recheck(path));
  };
  useEffect(() => {
    // A person may create the folder in another program.
    const onFocus = () => recheckMissing.current();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
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
          otherPaths={paths.toSpliced(index, 1)}
          check={checks.get(path)}
          goesOn={goesOn}
          onPending={setPendingRow}
          onCommit={(next) => commit(index, next)}
          onRemove={() => commit(index, '')}
        />
      ))}
    </Stack>
  );
}

/** @param value `Folders` of a source */
export function pathsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
}

/** In a restricted workspace, only paths that a person typed here are checked: a file may name a path on a network. */
type PathCheck = 'checking' | { readonly message: string | undefined };

interface FolderRowProps {
  readonly index: number;
  /** Empty in the row that adds one. */
  readonly path: string;
  readonly otherPaths: readonly string[];
  readonly check: PathCheck | undefined;
  /** Set by the row that adds a path with Enter, for the row that takes its place. */
  readonly goesOn: RefObject<boolean>;
  /** Called with the index while a typed path is not written. Must not change between renders. */
  readonly onPending: Dispatch<SetStateAction<number | undefined>>;
  readonly onCommit: (path: string) => void;
  readonly onRemove: () => void;
}

function FolderRow({
  index,
  path,
  otherPaths,
  check: writtenCheck,
  goesOn,
  onPending,
  onCommit,
  onRemove,
}: FolderRowProps) {
  const { suggestSourceFolders } = useWorkbenchActions();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const newestCheck = useRef(0);
  const check = (typedText: string): FieldProblem | undefined =>
    otherPaths.includes(typedText) ? { severity: 'error', message: strings.alreadyListed(typedText) } : undefined;
  const draft = useNameDraft({ name: path, check, onCommit });
  const { isPending } = draft;
  useEffect(() => {
    if (!isPending) return;
    onPending(index);
    return () => onPending((now) => (now === index ? undefined : now));
  }, [isPending, index, onPending]);
  const problems = withCheck(useProblemsAt([...at, index]), writtenCheck);
  const suggest = async (typedText: string) => {
    const number = ++newestCheck.current;
    const folders = await suggestSourceFolders(typedText);
    if (number === newestCheck.current) setSuggestions(folders);
  };
  const isNew = path === '';
  const add = () => {
    goesOn.current = isNew;
  };
  const [startsFocused] = useState(isNew && goesOn.current);
  useEffect(() => {
    goesOn.current = false;
  }, [goesOn]);
  const label = isNew ? 'Add a folder or file' : `Folder or file ${index + 1}`;
  return (
    <div className={styles.row} data-at={isNew ? undefined : pathKey([...at, index])}>
      <WithFolderDialog path={draft.field.value} for="source" align="start" onChoose={draft.commit}>
        <Suggested
          label={label}
          hidesLabel
          autoFocus={startsFocused}
          value={draft.field.value}
          isPending={draft.isPending}
          placeholder={isNew ? 'Add a folder or file, such as docs or ~/notes' : ''}
          suggestions={suggestions}
          problems={draft.isPending ? (draft.problem ? [draft.problem] : []) : isNew ? [] : problems}
          onChange={(typedText) => {
            draft.field.onChange(typedText);
            inBackground(suggest(typedText));
          }}
          onChoose={(chosenFolder) => {
            add();
            draft.commit(chosenFolder);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && draft.isPending && draft.problem === undefined) add();
            draft.field.onKeyDown(event);
          }}
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

/** The core reports a missing folder too, once the source may read it. */
function withCheck(problems: readonly FieldProblem[], check: PathCheck | undefined): readonly FieldProblem[] {
  if (typeof check !== 'object' || check.message === undefined) return problems;
  const { message } = check;
  return problems.some((problem) => problem.message === message)
    ? problems
    : [...problems, { severity: 'warning', message }];
}
