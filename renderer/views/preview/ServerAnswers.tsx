import { useEffect, useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components/Tabs';
import { sentence } from '../../../src/base/errors.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { ServerAnswer, ServerSummary } from '../../../src/contract/contract.ts';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { cx } from '../../components/cx.ts';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { TabBar } from '../../components/layout/TabBar.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { isObject, type Json } from '../../store/definition/json.ts';
import { fileError } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { jumpToProblem } from '../shell/jump.ts';
import styles from './PreviewAnswer.module.css';

type Answers =
  | { readonly status: 'waiting' }
  | { readonly status: 'shown'; readonly answers: readonly ServerAnswer[] }
  | { readonly status: 'failed'; readonly message: string };

/** Entries of a list that are drawn; copying takes all. */
const maxDrawnEntries = 20;

/** Beside a server: the first answers that a new client of it gets, and how many clients are running. */
export default function ServerAnswers({ server }: { server: ServerSummary }) {
  const { describeServer, showServerTab } = useWorkbenchActions();
  const clients = useWorkbench(
    ({ traffic }: WorkbenchState) =>
      traffic.connections.filter((connection) => connection.server === server.name).length,
  );
  const [state, setState] = useState<Answers>({ status: 'waiting' });
  const [chosenTab, setChosenTab] = useState<string>();
  // The summary is a new object whenever the server changes.
  useEffect(() => {
    let isWanted = true;
    describeServer(server.name).then(
      (answers) => isWanted && setState({ status: 'shown', answers }),
      (error: unknown) => isWanted && setState({ status: 'failed', message: sentence(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [describeServer, server]);
  const store = useWorkbenchStore();
  const error = useWorkbench((now) => fileError(now, server.file));
  const answers = state.status === 'shown' && !error ? byInterest(state.answers) : [];
  // First what clients list: the tools of a server without prompts.
  const usualMethod = server.prompts.length === 0 && server.tools.length > 0 ? 'tools/list' : 'prompts/list';
  const tab =
    [chosenTab, usualMethod].find((key) => answers.some(({ method }) => method === key)) ?? answers[0]?.method;
  return (
    <>
      <PaneBar>
        <h2>Preview</h2>
        {clients > 0 ? (
          <Button variant="quiet" onPress={() => showServerTab(server.name, 'clients')}>
            {`${formatCount(clients, 'client')} running`}
          </Button>
        ) : (
          <Text as="span" tone="faint" size="s">
            No client running
          </Text>
        )}
      </PaneBar>
      {error && (
        <div className={cx(styles.panel)}>
          <Notice tone="warning" actions={<Button onPress={() => jumpToProblem(store, error)}>Show the error</Button>}>
            {unservedServer(error)}
          </Notice>
        </div>
      )}
      {state.status === 'failed' && <Notice tone="danger">{state.message}</Notice>}
      {answers.length > 0 && (
        <Tabs
          className={cx(styles.answer)}
          selectedKey={tab ?? usualMethod}
          onSelectionChange={(key) => setChosenTab(String(key))}
        >
          <TabBar label="Answers of the server" tabs={answers.map(({ method }) => ({ id: method, label: method }))} />
          {answers.map(({ method, exchange: { response, milliseconds } }) => (
            <TabPanel key={method} id={method} className={cx(styles.panel)}>
              <Stack gap={1}>
                <div className={styles.head}>
                  <h3>{`Response after ${formatMilliseconds(milliseconds)} ms`}</h3>
                  <CopyButton label="Copy the response" text={() => JSON.stringify(response, null, 2)} />
                </div>
                <JsonText label={`Response to ${method}`} value={shortenLists(response)} />
              </Stack>
            </TabPanel>
          ))}
        </Tabs>
      )}
    </>
  );
}

/** The lists come before the handshake, which fewer people want to see. */
function byInterest(answers: readonly ServerAnswer[]): readonly ServerAnswer[] {
  const isList = ({ method }: ServerAnswer) => method.endsWith('/list');
  return [...answers.filter(isList), ...answers.filter((answer) => !isList(answer))];
}

/** The response with long lists cut. */
function shortenLists(response: Json): Json {
  if (!isObject(response) || !isObject(response.result)) return response;
  const result = Object.entries(response.result).map(([key, value]): [string, Json] => {
    if (!Array.isArray(value) || value.length <= maxDrawnEntries) return [key, value];
    const hiddenCount = value.length - maxDrawnEntries;
    return [key, [...value.slice(0, maxDrawnEntries), `… and ${hiddenCount.toLocaleString('en')} more`]];
  });
  return { ...response, result: Object.fromEntries(result) };
}
