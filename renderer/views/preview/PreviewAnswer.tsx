import { Highlighter, RotateCw, Text } from 'lucide-react';
import { Suspense, useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components/Tabs';
import { mayAsk } from '../../../src/model/prompt/asking.ts';
import { OriginText } from '../../components/answer/OriginText.tsx';
import { OriginTip } from '../../components/answer/OriginTip.tsx';
import { IconButton } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { cx } from '../../components/cx.ts';
import { Stack } from '../../components/layout/primitives.tsx';
import { TabBar } from '../../components/layout/TabBar.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { messagesAsText } from '../../components/text/content-block.ts';
import { JsonText } from '../../components/text/JsonText.tsx';
import { LogLines } from '../../components/text/LogLines.tsx';
import { Losses, MessageList } from '../../components/text/MessageList.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject } from '../../store/definition/json.ts';
import { lastGoodResult, shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectPreviewed, valueIn } from '../../store/selectors.ts';
import type { PreviewResult } from '../../store/state/preview.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { AnswerFacts } from './AnswerFacts.tsx';
import { AnswerLegend } from './AnswerLegend.tsx';
import { focusValue } from './ArgumentForm.tsx';
import styles from './PreviewAnswer.module.css';
import { WithLastGood } from './WithLastGood.tsx';

interface PreviewAnswerProps {
  /** Identifies the previewed prompt. */
  readonly id: string;
  /** The declared arguments in order. */
  readonly names: readonly string[];
  /** The key of the highlighted origin. */
  readonly highlightedKey: string | undefined;
  readonly onHighlight: (key: string | undefined) => void;
}

/** Leaves out what changes with every answer: the parts read that themselves. */
const selector = (state: WorkbenchState) => {
  const { preview, answerFormat, simulation } = state;
  const form = selectPreviewed(state)?.form;
  return {
    asks: form !== undefined && (mayAsk(form) || form.asksInFunction === true),
    hasSearches: searchesOf(preview).length > 0 || (lastGoodResult(preview)?.searches.length ?? 0) > 0,
    look: answerFormat,
    showsClients: simulation.isOpen,
  };
};

const DialogueView = lazyView(() => import('./DialogueView.tsx'));
const ClientsView = lazyView(() => import('../clients/ClientsView.tsx'));
const TestsView = lazyView(() => import('./tests/TestsView.tsx'));
const SearchPanel = lazyView(() => import('../search/SearchPanel.tsx'));

const tabs = [
  ['messages', 'Messages'],
  ['text', 'Text'],
  ['search', 'Search'],
  ['dialogue', 'Dialogue'],
  ['wire', 'JSON-RPC'],
  ['clients', 'Clients'],
  ['tests', 'Tests'],
] as const;

/** The newest answer to `prompts/get`: its messages, their text, and the exchange itself. */
export function PreviewAnswer({ id, names, highlightedKey, onHighlight }: PreviewAnswerProps) {
  const { hasSearches, asks, look, showsClients } = useWorkbench(selector);
  const { showClients } = useWorkbenchActions();
  const [chosenTab, setChosenTab] = useState<string>('messages');
  // Keeps the choice of a tab that disappears for a moment.
  const isGone = (chosenTab === 'search' && !hasSearches) || (chosenTab === 'dialogue' && !asks);
  const form = isGone ? 'messages' : chosenTab;
  const tab = showsClients ? 'clients' : form;
  /** A press on "Play the dialogue", which is gone then: the focus goes on in the form. */
  const [playsDialogue, setPlaysDialogue] = useState(false);
  const setTab = (key: string) => {
    showClients(key === 'clients');
    if (key !== 'clients') setChosenTab(key);
    setPlaysDialogue(false);
  };
  const playDialogue = () => {
    setTab('dialogue');
    setPlaysDialogue(true);
  };
  const shownTabs = tabs.filter(([key]) => (key !== 'search' || hasSearches) && (key !== 'dialogue' || asks));
  return (
    <Tabs className={cx(styles.answer)} selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
      <TabBar label="Answer format" tabs={shownTabs.map(([id, label]) => ({ id, label }))}>
        <AnswerTools isDrawn={tab === 'messages'} />
      </TabBar>
      {tab === 'messages' && look === 'origins' && (
        <AnswerLegend names={names} highlightedKey={highlightedKey} onHighlight={onHighlight} />
      )}
      <TabPanel key={`messages ${id}`} id="messages" className={cx(styles.panel)}>
        <WithLastGood
          onDialogue={playDialogue}
          draw={({ description, messages, origins, losses, omissions, log, exchange }) => (
            <OriginTip onHighlight={onHighlight}>
              {description && <p className={styles.description}>{description}</p>}
              <SplitMessages count={messages.length} />
              <LostFromList losses={losses} />
              {exchange.removed !== undefined && (
                <p className={textClass({ tone: 'warning', size: 's', breaks: true })}>{exchange.removed}</p>
              )}
              <MessageList
                messages={messages}
                origins={origins}
                losses={losses}
                omissions={omissions}
                names={names}
                highlightedKey={highlightedKey}
                isMarkdown={look === 'markdown'}
                onFill={focusValue}
              />
              <AnswerLog lines={log} />
            </OriginTip>
          )}
        />
      </TabPanel>
      <TabPanel key={`text ${id}`} id="text" className={cx(styles.panel)}>
        <WithLastGood draw={({ messages }) => <OriginText mono text={messagesAsText(messages)} />} />
      </TabPanel>
      <TabPanel key={`search ${id}`} id="search" className={cx(styles.panel)}>
        <Suspense>
          <Searches id={id} />
        </Suspense>
      </TabPanel>
      <TabPanel key={`dialogue ${id}`} id="dialogue" className={cx(styles.panel)}>
        <Suspense>
          <DialogueView takesFocus={playsDialogue} />
        </Suspense>
      </TabPanel>
      <TabPanel key={`wire ${id}`} id="wire" className={cx(styles.panel)}>
        <AnswerExchange />
      </TabPanel>
      <TabPanel key={`clients ${id}`} id="clients" className={cx(styles.panel)}>
        <Suspense>
          <ClientsView names={names} />
        </Suspense>
      </TabPanel>
      <TabPanel key={`tests ${id}`} id="tests" className={cx(styles.panel)}>
        <Suspense>
          <TestsView />
        </Suspense>
      </TabPanel>
      <AnswerFacts />
    </Tabs>
  );
}

function Searches({ id }: { id: string }) {
  const searches = useWorkbench(searchesSelector);
  if (searches.length > 0) return <SearchPanel searches={searches} id={id} />;
  return <WithLastGood draw={({ searches: formerSearches }) => <SearchPanel searches={formerSearches} id={id} />} />;
}

const searchesSelector = ({ preview }: WorkbenchState) => searchesOf(preview);

const noSearches: readonly never[] = [];

/** The searches of the newest answer, or of its error: a search without results fails the answer. */
function searchesOf(preview: WorkbenchState['preview']) {
  if (preview.status === 'error') return preview.error.searches;
  return shownResult(preview)?.searches ?? noSearches;
}

/** The number of messages in the open prompt, if one of them has several blocks. */
function splitMessages(state: WorkbenchState): number | undefined {
  const at = state.definition.status === 'open' ? state.definition.view.at : [];
  const list = valueIn(state, [...at, 'Content', 'Messages']);
  if (!Array.isArray(list)) return undefined;
  const hasSeveral = list.some((message) => isObject(message) && Array.isArray(message.Content) && message.Content[1]);
  return hasSeveral ? list.length : undefined;
}

/** Why the answer has more messages than the prompt. @param count of the answer */
function SplitMessages({ count }: { count: number }) {
  const messageCount = useWorkbench(splitMessages);
  if (messageCount === undefined || count <= messageCount) return null;
  return (
    <p className={styles.description}>
      A message with several blocks reaches clients as several messages: MCP allows one block in each.
    </p>
  );
}

/** What the revision leaves out of prompts/list: it belongs to no message. */
function LostFromList({ losses }: { losses: readonly { readonly message?: number; readonly text: string }[] }) {
  const texts = losses.filter(({ message }) => message === undefined).map(({ text }) => text);
  return texts.length === 0 ? null : (
    <div className={styles.lost}>
      <Losses texts={texts} />
    </div>
  );
}

const exchangeSelector = ({ preview }: WorkbenchState) => {
  if (preview.status === 'result') return preview.result.exchange;
  return preview.status === 'error' ? preview.error.exchange : undefined;
};

/** The JSON-RPC request and response of the answer. */
function AnswerExchange() {
  const exchange = useWorkbench(exchangeSelector);
  if (!exchange) return <WithLastGood draw={() => null} />;
  return (
    <>
      <Part title="Request" value={exchange.request} />
      <Part title="Response" value={exchange.response} />
    </>
  );
}

function Part({ title, value }: { title: string; value: unknown }) {
  return (
    <Stack gap={1}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <CopyButton label={`Copy the ${title.toLowerCase()}`} text={() => JSON.stringify(value, null, 2)} />
      </div>
      <JsonText label={title} value={value} />
    </Stack>
  );
}

/** The log messages that arrived with the answer. */
function AnswerLog({ lines }: { lines: PreviewResult['log'] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Log of this call" className={styles.log}>
      <h3>Log of this call</h3>
      <LogLines lines={lines} />
    </section>
  );
}

const viewOptions = [
  { value: 'origins', label: 'Raw text with its origins', icon: <Highlighter size={14} /> },
  { value: 'markdown', label: 'As Markdown', icon: <Text size={14} /> },
] as const;

const toolsSelector = ({ preview, answerFormat }: WorkbenchState) => ({
  look: answerFormat,
  hasAnswer: shownResult(preview) !== undefined,
});

/**
 * Buttons for the answer.
 * @param isDrawn whether the tab shows texts, which have two forms
 */
function AnswerTools({ isDrawn }: { isDrawn: boolean }) {
  const { look, hasAnswer } = useWorkbench(toolsSelector);
  const { state } = useWorkbenchStore();
  const { refreshPreview, setAnswerFormat } = useWorkbenchActions();
  const textToCopy = () => messagesAsText(shownResult(state.getState().preview)?.messages ?? []);
  return (
    <div className={styles.tools}>
      {isDrawn && <Segmented label="Text format" value={look} options={viewOptions} onChange={setAnswerFormat} />}
      {hasAnswer && <CopyButton label="Copy all messages" text={textToCopy} />}
      <IconButton label="Fetch again" onPress={() => inBackground(refreshPreview())}>
        <RotateCw size={14} />
      </IconButton>
    </div>
  );
}
