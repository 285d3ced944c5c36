import { BlockView } from '../../components/answer/BlockView.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { readBlocks } from '../../components/text/content-block.ts';
import { JsonText } from '../../components/text/JsonText.tsx';
import { LogLines } from '../../components/text/LogLines.tsx';
import { isObject, type Json } from '../../store/definition/json.ts';
import type { ToolAnswer, ToolTrial } from '../../store/state/preview.ts';
import SearchPanel from '../search/SearchPanel.tsx';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import { strings } from './strings.ts';
import styles from './ToolAnswerView.module.css';

type Answered = Exclude<ToolTrial, { kind: 'cancelled' }>;

/** The answer of a call: content, structured content, errors, and the JSON-RPC exchange. */
export default function ToolAnswerView({ answer }: { answer: ToolAnswer }) {
  switch (answer.status) {
    case 'none':
    case 'calling':
      return null;
    case 'failed':
      return <Notice tone="danger">{answer.message}</Notice>;
    case 'answered':
      return answer.trial.kind === 'cancelled' ? (
        <Text tone="faint">{strings.callStopped}</Text>
      ) : (
        <Answer trial={answer.trial} />
      );
  }
}

function Answer({ trial }: { trial: Answered }) {
  const { exchange, log, searches, progress } = trial;
  const result = isObject(exchange.response) ? exchange.response.result : undefined;
  return (
    <>
      <Section
        title="Answer"
        aside={
          <Text as="span" tone="faint" size="s" tabular>
            {formatMilliseconds(exchange.milliseconds)} ms
          </Text>
        }
      >
        {trial.needs && <NeedsTrust subject="This tool" needs={trial.needs} next={strings.nowAllowed} />}
        {!trial.needs && trial.kind === 'error' && (
          <Notice tone="danger" title={`Error ${trial.code}`}>
            {trial.message}
          </Notice>
        )}
        {!trial.needs && trial.kind === 'result' && trial.isError && (
          <Notice tone="warning" title="The tool reported an error">
            {strings.modelReadsError}
          </Notice>
        )}
        {!(trial.needs && (trial.kind === 'error' || trial.isError)) && <Content result={result} />}
      </Section>
      {progress.length > 0 && (
        <Section title="Progress">
          <Text as="ol" tone="soft" size="s">
            {progress.map((report, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: reports have no ids.
              <li key={index}>{progressText(report)}</li>
            ))}
          </Text>
        </Section>
      )}
      {log.length > 0 && (
        <Section title="Log of this call">
          <LogLines lines={log} />
        </Section>
      )}
      {searches.length > 0 && (
        <Section title="Search">
          <SearchPanel searches={searches} id="tool" />
        </Section>
      )}
      <Exchange title="Request" value={exchange.request} />
      <Exchange title="Response" value={exchange.response} />
    </>
  );
}

function progressText({ progress, total, message }: Answered['progress'][number]): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message ? `${far}: ${message}` : far;
}

function Content({ result }: { result: Json | undefined }) {
  if (!isObject(result)) return null;
  const { content, structuredContent } = result;
  return (
    <>
      {readBlocks(content ?? []).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids.
        <div key={index} className={styles.block}>
          {block.type === 'unknown' ? <JsonText label="Content" value={block.value} /> : <BlockView block={block} />}
        </div>
      ))}
      {structuredContent !== undefined && (
        <>
          <Text as="h4" tone="faint" size="s" weight="medium">
            Structured content
          </Text>
          <JsonText label="Structured content" value={structuredContent} />
        </>
      )}
    </>
  );
}

function Exchange({ title, value }: { title: string; value: Json }) {
  return (
    <Fold title={title}>
      <div className={styles.exchange}>
        <CopyButton label={`Copy the ${title.toLowerCase()}`} text={() => JSON.stringify(value, null, 2)} />
        <JsonText label={title} value={value} />
      </div>
    </Fold>
  );
}
