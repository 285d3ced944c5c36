import faded from '../../components/answer/Faded.module.css';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { changedSince, type ToolSelection } from '../../store/content/schema/tools.ts';
import { isObject, type JsonObject } from '../../store/definition/json.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { ToolAnswer, ToolTrial } from '../../store/state/preview.ts';
import type { WorkbenchState } from '../../store/state.ts';
import SearchPanel from '../search/SearchPanel.tsx';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import { CallSections, ResultContent } from './CallResult.tsx';
import { strings } from './strings.ts';

type FinishedTrial = Exclude<ToolTrial, { kind: 'cancelled' }>;

interface ToolAnswerViewProps {
  readonly selection: ToolSelection;
  readonly answer: ToolAnswer;
  /** The arguments as they are now. */
  readonly args: JsonObject;
  /** Absent while an argument is invalid. */
  readonly onCallAgain: (() => void) | undefined;
}

/** The answer of a call: content, structured content, errors, and the JSON-RPC exchange. */
export default function ToolAnswerView({ selection, answer, args, onCallAgain }: ToolAnswerViewProps) {
  const change = useWorkbench((state: WorkbenchState) => changedSince(state, selection, args));
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
        <>
          {change && (
            <Notice
              tone="info"
              title={change === 'values' ? strings.earlierValues : strings.earlierDefinition}
              actions={
                <Button isDisabled={!onCallAgain} onPress={() => onCallAgain?.()}>
                  Call again
                </Button>
              }
            />
          )}
          <Stack gap={4} className={cx(change && faded.faded)}>
            <Answer trial={answer.trial} />
          </Stack>
        </>
      );
  }
}

function Answer({ trial }: { trial: FinishedTrial }) {
  const { exchange, log, searches, progress } = trial;
  const result = isObject(exchange.response) ? exchange.response.result : undefined;
  return (
    <CallSections
      exchange={exchange}
      progress={progress}
      log={log}
      moreActions={
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
