import { assertNever } from '../../../src/base/assert-never.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { counted } from '../../components/text/counted.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SourceState, SourceSummary } from '../../store/state/searches.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import styles from './SourceStateView.module.css';
import { strings } from './strings.ts';
import { AppId } from './WolframAlphaFields.tsx';

/** The state of a source, with its actions. */
export function SourceStateView({ source }: { source: SourceSummary }) {
  const { reindexSource } = useWorkbenchActions();
  const { type, state } = source;
  // Built-in sources are already indexed and have no revision.
  const isFixed = state.kind === 'ready' && state.revision === undefined;
  const canIndex = type === 'Documentation' && state.kind !== 'indexing' && state.kind !== 'not-allowed' && !isFixed;
  return (
    <Section
      title="State"
      aside={
        canIndex && (
          <Button variant="quiet" onPress={() => inBackground(reindexSource(source.name))}>
            Reindex
          </Button>
        )
      }
    >
      <State state={state} />
      {type === 'WolframAlpha' && <AppId />}
    </Section>
  );
}

function State({ state }: { state: SourceState }) {
  switch (state.kind) {
    case 'idle':
      return <Text tone="soft">{strings.notIndexed}</Text>;
    case 'indexing':
      return <Indexing {...state} />;
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

/** Leaves out a message that the page already shows as a problem. */
function Failed({ message }: StateOf<'failed'>) {
  const problems = useProblemsAt(wholeFile);
  if (problems.some((problem) => problem.message === message)) return <Text tone="soft">{strings.fixToSearch}</Text>;
  return <Notice tone="danger">{message}</Notice>;
}

const wholeFile: KeyPath = [];

type StateOf<Kind extends SourceState['kind']> = Extract<SourceState, { kind: Kind }>;

function Indexing({ done, total, searchable }: StateOf<'indexing'>) {
  return (
    <Stack gap={1}>
      <progress max={Math.max(total, 1)} value={done} aria-label="Files read" className={styles.progress} />
      <Text as="span" tone="soft">
        {`${done.toLocaleString('en')} of ${total.toLocaleString('en')} files read${searchable ? '; until then, searches use the previous index' : ''}`}
      </Text>
    </Stack>
  );
}

function Ready({ pages, passages, unread, message }: StateOf<'ready'>) {
  return (
    <>
      <Text tone="soft">
        {pages === undefined ? 'Ready.' : `${counted(pages, 'page')}, ${counted(passages ?? 0, 'passage')}.`}
        {message && ` ${message}`}
      </Text>
      {unread.length > 0 && (
        <Fold title={`Couldn't read ${counted(unread.length, 'file')}`}>
          <ul className={styles.unread}>
            {unread.map(({ file, message: why }) => (
              <li key={file}>
                <code>{file}</code> {why}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}
