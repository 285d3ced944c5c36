import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { CallsState, Replay } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { formatSize } from '../../components/layout/measures.ts';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { useRefresh } from '../../components/status/useRefresh.ts';
import { ChangedLines } from '../../components/text/ChangedLines.tsx';
import { inBackground } from '../../in-background.ts';
import type { Checks, ComparedWith } from '../../store/preview/checks.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { CompareWith } from './CompareWith.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import styles from './ReplayDialog.module.css';

const selector = (state: WorkbenchState) => ({ servers: selectServers(state), selected: selectServer(state)?.name });

/** The interval between two reads of the kept calls, in milliseconds: client applications make calls meanwhile. */
const refreshMs = 2_000;

/** Plays the kept calls of a server, and says which would read differently now. */
export default function ReplayDialog({ onClose }: { readonly onClose: () => void }) {
  const { servers, selected } = useWorkbench(selector);
  const { loadChecks } = useWorkbenchActions();
  const names = servers.filter(({ builtin }) => !builtin).map(({ name }) => name);
  const [server, setServer] = useState(
    selected !== undefined && names.includes(selected) ? selected : (names[0] ?? ''),
  );
  const [against, setAgainst] = useState<ComparedWith | undefined>({});
  const [state, setState] = useState<CallsState>();
  const [outcome, setOutcome] = useState<Replay>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** Counts the beginnings and ends of attempts: what is read across one of them may be outdated. */
  const turns = useRef(0);
  const attempt = async <T,>(call: (loadedChecks: Checks) => Promise<T>, show: (result: T) => void) => {
    turns.current++;
    setBusy(true);
    setFailure(undefined);
    await loadChecks()
      .then(call)
      .then(show, (error: unknown) => setFailure(sentence(error)));
    setBusy(false);
    turns.current++;
  };
  const refresh = async () => {
    const turn = turns.current;
    const now = await (await loadChecks()).readCalls();
    if (turn === turns.current) setState(now);
  };
  // The window says that the connection is lost; the next refresh comes soon.
  useRefresh(() => refresh().catch(() => undefined), refreshMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => inBackground(attempt((loadedChecks) => loadedChecks.readCalls(), setState)), []);

  return (
    <Modal
      title="Replay real calls"
      size="large"
      onClose={onClose}
      failure={failure}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            isDisabled={isBusy || server === '' || !state || state.calls === 0 || against === undefined}
            onPress={() =>
              inBackground(attempt((loadedChecks) => loadedChecks.replay(server, against ?? {}), setOutcome))
            }
          >
            Replay
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {state && (
          <Stack gap={2}>
            <Text tone="soft">
              Calls that client applications make can be kept on this computer, for you alone, and played again after a
              change. This setting is for all your workspaces.
            </Text>
            <Row align="center" wrap gap={3}>
              <Segmented
                label="What to keep of calls"
                value={state.keeps}
                options={[
                  { value: 'off', label: 'Keep nothing' },
                  { value: 'names', label: 'Without values' },
                  { value: 'values', label: 'With values and answers' },
                ]}
                onChange={(setting) =>
                  inBackground(attempt((loadedChecks) => loadedChecks.keepCalls(setting), setState))
                }
              />
              <Text as="span" tone="faint" size="s" role="status">
                {state.calls === 0
                  ? 'No calls of this workspace are kept.'
                  : `${formatCount(state.calls, 'call')} of this workspace, ${formatSize(state.bytes)}, for ${formatCount(state.days, 'day')}.`}
              </Text>
              {state.calls > 0 && (
                <Button
                  variant="quiet"
                  onPress={() => {
                    setOutcome(undefined);
                    inBackground(attempt((loadedChecks) => loadedChecks.clearCalls(), setState));
                  }}
                >
                  Delete kept calls
                </Button>
              )}
            </Row>
          </Stack>
        )}
        <Row align="end" wrap gap={3}>
          <div className={styles.choice}>
            <Choice label="Server" value={server} options={names} onChange={setServer} />
          </div>
          <CompareWith server={server} onChange={setAgainst} />
        </Row>
        {outcome && <Outcome outcome={outcome} />}
      </Stack>
    </Modal>
  );
}

function Outcome({ outcome }: { readonly outcome: Replay }) {
  const { calls, different, differences, skipped, server } = outcome;
  return (
    <Stack gap={3}>
      <Text role="status" weight="bold">
        {`${formatCount(calls, 'call')}, ${different.toLocaleString('en')} would read differently`}
      </Text>
      {skipped.map(({ reason, calls: count }) => (
        <Text key={reason} tone="faint" size="s">
          {`${formatCount(count, 'call')} not compared, because ${reason}.`}
        </Text>
      ))}
      <ul className={styles.differences} aria-label="Calls that would read differently">
        {differences.slice(0, maxShown).map((difference) => (
          <li key={JSON.stringify([difference.kind, difference.name, difference.values, difference.difference])}>
            <Difference server={server} difference={difference} />
          </li>
        ))}
      </ul>
      {differences.length > maxShown && (
        <Text tone="faint" size="s">{`… and ${differences.length - maxShown} more differences.`}</Text>
      )}
    </Stack>
  );
}

const maxShown = 100;

function Difference({
  server,
  difference: { kind, name, values, forms = 0, clients, calls, at, difference },
}: {
  readonly server: string;
  readonly difference: Replay['differences'][number];
}) {
  const [keptAs, setKeeps] = useState<'sample' | 'test'>();
  const valueTexts = Object.entries(values ?? {}).map(([key, value]) => `${key}: ${asText(value)}`);
  // A sample has no answers to forms, and a tool has no samples.
  const texts = kind === 'prompt' && forms === 0 && values ? textsIn(values) : undefined;
  return (
    <Stack gap={1}>
      <Row align="baseline" wrap gap={2}>
        <Text as="span" weight="bold" breaks>
          {kind === 'tool' ? `Tool ${name}` : name}
        </Text>
        <Text as="span" tone="soft" size="s" breaks shrink>
          {values === undefined ? 'example values' : valueTexts.join(' · ')}
        </Text>
        <Text as="span" tone="faint" size="s">
          {`${clients.join(', ')}, ${formatCount(calls, 'call')}${forms === 0 ? '' : `, after ${formatCount(forms, 'form')}`}, last ${new Date(at).toLocaleString()}`}
        </Text>
        {texts && (
          <Row gap={1}>
            <Button variant="quiet" onPress={() => setKeeps('sample')}>
              Save as a sample
            </Button>
            <Button variant="quiet" onPress={() => setKeeps('test')}>
              Keep as a test
            </Button>
          </Row>
        )}
      </Row>
      <ChangedLines text={difference} />
      {keptAs && texts && (
        <KeepDialog as={keptAs} server={server} prompt={name} values={texts} onClose={() => setKeeps(undefined)} />
      )}
    </Stack>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textsIn(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
