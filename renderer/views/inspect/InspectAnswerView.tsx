import { BlockView } from '../../components/answer/BlockView.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { type Message, readBlocks } from '../../components/text/content-block.ts';
import { JsonText } from '../../components/text/JsonText.tsx';
import { MessageList } from '../../components/text/MessageList.tsx';
import { isObject, type JsonObject } from '../../store/definition/json.ts';
import type { InspectAnswer, ItemAnswer } from '../../store/inspect/inspector-state.ts';
import type { ListName } from '../../store/state/inspect.ts';
import { CallSections, ResultContent } from '../tool/CallResult.tsx';
import { strings } from './strings.ts';

type FinishedAnswer = Exclude<InspectAnswer, { kind: 'cancelled' }>;

/** The answer to a request, drawn as the preview draws the answers of the person's own servers. */
export function InspectAnswerView({ answer, list }: { answer: ItemAnswer; list: ListName }) {
  switch (answer.status) {
    case 'none':
    case 'waiting':
      return null;
    case 'failed':
      return <Notice tone="danger">{answer.message}</Notice>;
    case 'answered':
      return answer.answer.kind === 'cancelled' ? (
        <Text role="status" tone="faint">
          {strings.cancelled}
        </Text>
      ) : (
        <Answer answer={answer.answer} list={list} />
      );
  }
}

function Answer({ answer, list }: { answer: FinishedAnswer; list: ListName }) {
  const { exchange, log, progress, remarks } = answer;
  const result = isObject(exchange.response) && isObject(exchange.response.result) ? exchange.response.result : {};
  return (
    <CallSections exchange={exchange} progress={progress} log={log}>
      {answer.kind === 'error' && (
        <Notice tone="danger" title={`Error ${answer.code}`}>
          {answer.message}
        </Notice>
      )}
      {remarks.map((remark) => (
        <Notice key={remark} tone="warning">
          {remark}
        </Notice>
      ))}
      {answer.kind === 'result' && answer.isError && (
        <Notice tone="warning" title="The tool reported an error">
          {strings.toolReportedError}
        </Notice>
      )}
      {answer.kind === 'result' && <Result result={result} list={list} />}
    </CallSections>
  );
}

function Result({ result, list }: { result: JsonObject; list: ListName }) {
  // The remark about it says what to do.
  if (result.resultType === 'input_required') return null;
  switch (list) {
    case 'prompts':
      return (
        <>
          {typeof result.description === 'string' && <Text tone="soft">{result.description}</Text>}
          <MessageList messages={messagesIn(result)} />
        </>
      );
    case 'tools':
      return <ResultContent result={result} />;
    default:
      return contentsIn(result).map((resource, index) => {
        const [block] = readBlocks({ type: 'resource', resource });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: contents have no other identity than their place.
          <div key={index}>
            {block && block.type !== 'unknown' ? (
              <BlockView block={block} />
            ) : (
              <JsonText label="Content" value={resource} />
            )}
          </div>
        );
      });
  }
}

/** Messages of any server: an unknown role counts as the user's. */
function messagesIn({ messages }: JsonObject): readonly Message[] {
  if (!Array.isArray(messages)) return [];
  return messages
    .filter(isObject)
    .map(({ role, content }) => ({ role: role === 'assistant' ? 'assistant' : 'user', content }));
}

function contentsIn({ contents }: JsonObject): readonly JsonObject[] {
  return Array.isArray(contents) ? contents.filter(isObject) : [];
}
