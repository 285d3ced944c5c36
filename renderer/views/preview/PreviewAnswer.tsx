import { lazy, Suspense, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { OriginText } from '../../components/answer/OriginText.tsx';
import { OriginTip } from '../../components/answer/OriginTip.tsx';
import { cx } from '../../components/cx.ts';
import { messagesAsText } from '../../components/text/content-block.ts';
import { Losses, MessageList } from '../../components/text/MessageList.tsx';
import { shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { AnswerExchange } from './AnswerExchange.tsx';
import { AnswerFacts } from './AnswerFacts.tsx';
import { AnswerLegend } from './AnswerLegend.tsx';
import { AnswerLog } from './AnswerLog.tsx';
import { AnswerTools } from './AnswerTools.tsx';
import styles from './PreviewAnswer.module.css';
import { WithLastGood } from './WithLastGood.tsx';

interface PreviewAnswerProps {
  /** Identifies the previewed prompt. */
  readonly id: string;
  /** The declared arguments in order. */
  readonly names: readonly string[];
  /** The key of the highlighted origin. */
  readonly lit: string | undefined;
  readonly onLight: (key: string | undefined) => void;
}

/** Leaves out what changes with every answer: the parts read that themselves. */
const selector = ({ preview, answerFormat, simulation }: WorkbenchState) => ({
  hasSearches: searchesOf(preview).length > 0,
  look: answerFormat,
  showsClients: simulation.isOpen,
});

const ClientsView = lazy(() => import('../clients/ClientsView.tsx'));
const SearchPanel = lazy(() => import('../search/SearchPanel.tsx'));

const tabs = [
  ['messages', 'Messages'],
  ['text', 'Text'],
  ['search', 'Search'],
  ['wire', 'JSON-RPC'],
  ['clients', 'Clients'],
] as const;

/** The newest answer to `prompts/get`: its messages, their text, and the exchange itself. */
export function PreviewAnswer({ id, names, lit, onLight }: PreviewAnswerProps) {
  const { hasSearches, look, showsClients } = useWorkbench(selector);
  const { showClients } = useWorkbenchActions();
  const [chosen, setChosen] = useState<string>('messages');
  // Keeps the choice of a tab that disappears for a moment.
  const form = chosen === 'search' && !hasSearches ? 'messages' : chosen;
  const tab = showsClients ? 'clients' : form;
  const setTab = (key: string) => {
    showClients(key === 'clients');
    if (key !== 'clients') setChosen(key);
  };
  const shownTabs = tabs.filter(([key]) => key !== 'search' || hasSearches);
  return (
    <Tabs className={cx(styles.answer)} selectedKey={tab} onSelectionChange={(key) => setTab(String(key))}>
      <div className={styles.bar}>
        <TabList aria-label="Form of the answer" className={cx(styles.tabs)}>
          {shownTabs.map(([key, name]) => (
            <Tab key={key} id={key} className={cx(styles.tab)}>
              {name}
            </Tab>
          ))}
        </TabList>
        <AnswerTools isDrawn={tab === 'messages'} />
      </div>
      <AnswerFacts />
      {tab === 'messages' && look === 'origins' && <AnswerLegend names={names} lit={lit} onLight={onLight} />}
      <TabPanel key={`messages ${id}`} id="messages" className={cx(styles.panel)}>
        <WithLastGood
          draw={({ description, messages, origins, losses, log }) => (
            <OriginTip onLight={onLight}>
              {description && <p className={styles.description}>{description}</p>}
              <LostFromList losses={losses} />
              <MessageList
                messages={messages}
                origins={origins}
                losses={losses}
                names={names}
                lit={lit}
                isMarkdown={look === 'markdown'}
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
      <TabPanel key={`wire ${id}`} id="wire" className={cx(styles.panel)}>
        <AnswerExchange />
      </TabPanel>
      <TabPanel key={`clients ${id}`} id="clients" className={cx(styles.panel)}>
        <Suspense>
          <ClientsView names={names} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

function Searches({ id }: { id: string }) {
  const searches = useWorkbench(searchesSelector);
  return <SearchPanel searches={searches} id={id} />;
}

const searchesSelector = ({ preview }: WorkbenchState) => searchesOf(preview);

const noSearches: readonly never[] = [];

/** The searches of the newest answer, or of its error: a search without results fails the answer. */
function searchesOf(preview: WorkbenchState['preview']) {
  if (preview.status === 'error') return preview.error.searches;
  return shownResult(preview)?.searches ?? noSearches;
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
