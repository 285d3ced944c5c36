import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { isObject } from '../../store/definition/json.ts';
import type { ToolAnswer, ToolTrial } from '../../store/state/preview.ts';
import SearchPanel from '../search/SearchPanel.tsx';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import { CallSections, ResultContent } from './CallResult.tsx';
import { strings } from './strings.ts';

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
    <CallSections
      exchange={exchange}
      progress={progress}
      log={log}
      more={
        searches.length > 0 && (
          <Section title="Search">
            <SearchPanel searches={searches} id="tool" />
          </Section>
        )
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
      {!(trial.needs && (trial.kind === 'error' || trial.isError)) && <ResultContent result={result} />}
    </CallSections>
  );
}
