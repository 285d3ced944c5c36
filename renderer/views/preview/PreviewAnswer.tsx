import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { assertNever } from '../../../src/model/assert-never.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { messagesAsText } from '../../components/content-block.ts';
import { cx } from '../../components/cx.ts';
import { JsonText } from '../../components/JsonText.tsx';
import { MessageList } from '../../components/MessageList.tsx';
import { PaneBar } from '../../components/PaneBar.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { PreviewResult, PreviewState, WorkbenchState } from '../../store/state.ts';
import styles from './PreviewAnswer.module.css';
import { PreviewTrouble } from './PreviewTrouble.tsx';

const selector = ({ preview }: WorkbenchState) => ({ preview });

/** The newest answer to `prompts/get`, in three forms. */
export function PreviewAnswer() {
  const { preview } = useWorkbench(selector);
  const [lens, setLens] = useState('messages');
  const exchange = exchangeOf(preview);
  const messages = preview.status === 'result' ? preview.result.messages : undefined;
  return (
    <Tabs className={cx(styles.answer)} selectedKey={lens} onSelectionChange={(key) => setLens(String(key))}>
      <PaneBar>
        <TabList aria-label="Form of the answer" className={cx(styles.tabs)}>
          <Tab id="messages" className={cx(styles.tab)}>
            Messages
          </Tab>
          <Tab id="text" className={cx(styles.tab)}>
            Text
          </Tab>
          <Tab id="wire" className={cx(styles.tab)}>
            JSON-RPC
          </Tab>
        </TabList>
        <Size preview={preview} />
      </PaneBar>
      <TabPanel id="messages" className={cx(styles.panel)}>
        <Answer preview={preview} draw={(result) => <MessageList messages={result.messages} />} />
      </TabPanel>
      <TabPanel id="text" className={cx(styles.panel)}>
        {messages && (
          <div className={styles.copy}>
            <CopyButton label="Copy the text" text={messagesAsText(messages)} />
          </div>
        )}
        <Answer
          preview={preview}
          draw={(result) => <pre className={styles.text}>{messagesAsText(result.messages)}</pre>}
        />
      </TabPanel>
      <TabPanel id="wire" className={cx(styles.panel)}>
        {exchange ? (
          <>
            <WireHead title="Request" value={exchange.request} />
            <JsonText label="Request" value={exchange.request} />
            <WireHead title="Response" value={exchange.response} />
            <JsonText label="Response" value={exchange.response} />
          </>
        ) : (
          <Answer preview={preview} draw={() => null} />
        )}
      </TabPanel>
    </Tabs>
  );
}

function WireHead({ title, value }: { title: string; value: unknown }) {
  return (
    <div className={styles.wireHead}>
      <h3>{title}</h3>
      <CopyButton label={`Copy the ${title.toLowerCase()}`} text={JSON.stringify(value, null, 2)} />
    </div>
  );
}

function Answer({ preview, draw }: { preview: PreviewState; draw: (result: PreviewResult) => ReactNode }) {
  switch (preview.status) {
    case 'none':
    case 'waiting':
      return null;
    case 'result':
      return (
        <>
          {preview.result.description && <p className={styles.description}>{preview.result.description}</p>}
          {draw(preview.result)}
        </>
      );
    case 'error':
    case 'unavailable':
      return (
        <>
          <PreviewTrouble preview={preview} />
          {preview.lastGood && (
            <section aria-label="Last good answer" className={styles.lastGood}>
              <p className={styles.caption}>The last good answer</p>
              <div className={styles.faded}>{draw(preview.lastGood)}</div>
            </section>
          )}
        </>
      );
    default:
      return assertNever(preview);
  }
}

function Size({ preview }: { preview: PreviewState }) {
  const exchange = exchangeOf(preview);
  if (!exchange) return null;
  const length = preview.status === 'result' ? [...messagesAsText(preview.result.messages)].length : undefined;
  const time = exchange.milliseconds < 10 ? exchange.milliseconds.toFixed(1) : Math.round(exchange.milliseconds);
  return (
    <span className={styles.size}>
      {length !== undefined && `${length.toLocaleString('en')} characters · `}
      {`${time} ms`}
    </span>
  );
}

function exchangeOf(preview: PreviewState) {
  if (preview.status === 'result') return preview.result.exchange;
  return preview.status === 'error' ? preview.error.exchange : undefined;
}
