import { assertNever } from '../../../src/base/assert-never.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import type { SourceState, SourceSummary } from '../../store/state/searches.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import { type FolderHold, pathsOf } from './FoldersField.tsx';
import styles from './SourceStateView.module.css';
import { strings } from './strings.ts';
import { WebCopies } from './WebCopies.tsx';
import { AppId } from './WolframAlphaFields.tsx';

/** The state of a source, with its actions. */
export function SourceStateView({ source, hold }: { source: SourceSummary; hold?: FolderHold | undefined }) {
  const { reindexSource, fetchSource } = useWorkbenchActions();
  const { type, state, web } = source;
  const canFetch = web !== undefined && state.kind !== 'not-allowed' && !web.some(({ fetching }) => fetching);
  const isFixed = state.kind === 'ready' && state.isFixed;
  const canIndex = type === 'Documentation' && reindexable.includes(state.kind) && !isFixed;
  return (
    <Section
      title="State"
      aside={
        (canIndex || canFetch) && (
          <Row gap={1}>
            {canFetch && (
              <Button variant="quiet" onPress={() => inBackground(fetchSource(source.name))}>
                Fetch
              </Button>
            )}
            {canIndex && (
              <Button variant="quiet" onPress={() => inBackground(reindexSource(source.name))}>
                Reindex
              </Button>
            )}
          </Row>
        )
      }
    >
      {state.kind === 'not-allowed' && source.folders ? (
        <FoldersNotAllowed folders={source.folders} needs={state.needs} hold={hold} />
      ) : (
        !isUnfetched(source) && <State state={state} name={source.name} />
      )}
      {web && <WebCopies name={source.name} web={web} />}
      {type === 'WolframAlpha' && <AppId />}
    </Section>
  );
}

/** Nothing to index yet: each address says so. */
function isUnfetched({ folders = [], web = [], state }: SourceSummary): boolean {
  return state.kind === 'failed' && folders.length === 0 && web.length > 0 && web.every(({ pages }) => pages === 0);
}

const reindexable: readonly SourceState['kind'][] = ['idle', 'ready', 'failed'];

function State({ state, name }: { state: SourceState; name: string }) {
  switch (state.kind) {
    case 'idle':
      return <Text tone="soft">{strings.notIndexed}</Text>;
    case 'indexing':
      return <Indexing {...state} name={name} />;
    case 'unconfirmed':
      return <Unconfirmed {...state} name={name} />;
    case 'stopped':
      return <Stopped {...state} name={name} />;
    case 'ready':
      return <Ready {...state} />;
    case 'not-set-up':
      return <Notice tone="info">{state.message}</Notice>;
    case 'not-allowed':
      return <NeedsTrust subject="This source" pane="editor" needs={state.needs} />;
    case 'failed':
      return <Failed {...state} />;
    default:
      return assertNever(state);
  }
}

interface FoldersNotAllowedProps {
  readonly folders: readonly string[];
  readonly needs: readonly string[];
  readonly hold: FolderHold | undefined;
}

/** Asks for the folders that the fields show: never for former ones, and not while one is unfinished or missing. */
function FoldersNotAllowed({ folders, needs, hold }: FoldersNotAllowedProps) {
  const isCurrent = useWorkbench((state) => isSame(pathsOf(valueIn(state, ['Folders'])), folders));
  const reason = hold ?? (isCurrent ? undefined : 'checking');
  if (reason === undefined) return <NeedsTrust subject="This source" pane="editor" needs={needs} />;
  return (
    <Text tone="soft" role="status">
      {holdText[reason]}
    </Text>
  );
}

const holdText: Readonly<Record<FolderHold, string>> = {
  typed: strings.finishFolder,
  checking: strings.checkingFolders,
  missing: strings.correctFolder,
};

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((path, index) => path === right[index]);
}

/** Leaves out a message that the page already shows as a problem. */
function Failed({ message }: StateOf<'failed'>) {
  const problems = useProblemsAt(wholeFile);
  if (problems.some((problem) => problem.message === message)) return <Text tone="soft">{strings.fixToSearch}</Text>;
  return <Notice tone="danger">{message}</Notice>;
}

const wholeFile: KeyPath = [];

type StateOf<Kind extends SourceState['kind']> = Extract<SourceState, { kind: Kind }>;

type WithName<State> = State & { readonly name: string };

function Indexing({ done, total, searchable, isCounting, name }: WithName<StateOf<'indexing'>>) {
  const { stopReading } = useWorkbenchActions();
  const files = `${total.toLocaleString('en')} files`;
  const progress = isCounting ? `Counting files: ${files} so far` : `${done.toLocaleString('en')} of ${files} read`;
  return (
    <div className={styles.reading}>
      <progress
        {...(isCounting ? {} : { max: Math.max(total, 1), value: done })}
        aria-label={isCounting ? 'Counting files' : 'Files read'}
        className={styles.progress}
      />
      <Button onPress={() => inBackground(stopReading(name))}>Stop</Button>
      <Text as="span" tone="soft" tabular>
        {searchable ? `${progress}; until then, searches use the previous index` : progress}
      </Text>
    </div>
  );
}

function Unconfirmed({ files, bytes, name }: WithName<StateOf<'unconfirmed'>>) {
  const { readSource } = useWorkbenchActions();
  return (
    <Notice
      tone="info"
      title={`${files.toLocaleString('en')} files, ${sizeOf(bytes)}. Read them?`}
      actions={
        <Button variant="primary" onPress={() => inBackground(readSource(name))}>
          Read them
        </Button>
      }
    >
      {strings.aboutReading}
    </Notice>
  );
}

function Stopped({ done, total, searchable, name }: WithName<StateOf<'stopped'>>) {
  const { readSource } = useWorkbenchActions();
  const progress =
    done === 0
      ? 'Stopped before the first file was read.'
      : `Stopped after ${done.toLocaleString('en')} of ${total.toLocaleString('en')} files.`;
  return (
    <Row align="center" wrap gap={3}>
      <Text tone="soft" tabular>
        {searchable ? `${progress} Searches use what was read.` : progress}
      </Text>
      <Button onPress={() => inBackground(readSource(name))}>Read the rest</Button>
    </Row>
  );
}

/** `about 31 MB`. */
function sizeOf(bytes: number): string {
  const megabytes = bytes / 1e6;
  return megabytes < 1 ? 'less than 1 MB' : `about ${Math.round(megabytes).toLocaleString('en')} MB`;
}

function Ready({ pages, passages, unread, remarks = [], message }: StateOf<'ready'>) {
  return (
    <>
      <Text tone="soft">
        {pages === undefined ? 'Ready.' : `${formatCount(pages, 'page')}, ${formatCount(passages ?? 0, 'passage')}.`}
        {message && ` ${message}`}
      </Text>
      <Files title={`Couldn't read ${formatCount(unread.length, 'file')}`} files={unread} />
      <Files title="Left out, or read in part" files={remarks} />
    </>
  );
}

function Files({ title, files }: { title: string; files: StateOf<'ready'>['unread'] }) {
  if (files.length === 0) return null;
  return (
    <Fold title={title}>
      <ul className={styles.unread}>
        {files.map(({ file, message }) => (
          <li key={file}>
            <code>{file}</code> {message}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
