import type { ProblemView } from '../../../src/contract/contract.ts';
import { askingOf } from '../../../src/model/prompt/asking.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectMissing, selectPreviewed, valueIn } from '../../store/selectors.ts';
import type { PreviewState } from '../../store/state/preview.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { jumpToProblem } from '../shell/jump.ts';
import { focusValue } from './ArgumentForm.tsx';
import { PreviewNeeds } from './PreviewNeeds.tsx';
import styles from './PreviewTrouble.module.css';

/** JSON-RPC: invalid params. */
const invalidParams = -32602;

/** A position in a function's error; see src/sandbox/failures.ts. */
const placeInFunction = /\bat line \d+, column \d+/;

const selector = (state: WorkbenchState) => {
  const { definition } = state;
  const previewedPrompt = selectPreviewed(state);
  return {
    prompt: previewedPrompt?.prompt,
    form: previewedPrompt?.form,
    isBroken: previewedPrompt?.isBroken ?? false,
    isFileMissing: definition.status === 'open' && definition.gone !== undefined,
    fileProblems: definition.status === 'open' ? definition.view.problems : undefined,
    isFunction:
      definition.status === 'open' && valueIn(state, [...definition.view.at, 'Content', 'Function']) !== undefined,
  };
};

const isError = ({ severity }: ProblemView) => severity === 'error';

interface PreviewTroubleProps {
  readonly preview: Extract<PreviewState, { status: 'error' | 'unavailable' }>;
  /** Shows the tab Dialogue. */
  readonly onDialogue: (() => void) | undefined;
}

/** Explains why there is no answer. Missing argument values are not an error. */
export function PreviewTrouble({ preview, onDialogue }: PreviewTroubleProps) {
  const store = useWorkbenchStore();
  const missingNames = useWorkbench(selectMissing);
  const { prompt, form, isBroken, isFileMissing, fileProblems = [], isFunction } = useWorkbench(selector);
  if (isFileMissing) return <Notice tone="warning">Not served: its file is missing.</Notice>;
  if (isBroken) {
    // In a file that does not parse, the problems belong to the file and not to its prompts.
    const [first] = [...(prompt?.problems ?? []), ...fileProblems].filter(isError);
    return (
      <Notice
        tone="warning"
        actions={first && <Button onPress={() => jumpToProblem(store, first)}>Show the error</Button>}
      >
        {`Not served: fix ${first?.file ?? 'the file'} to see the preview again.`}
      </Notice>
    );
  }
  if (preview.status === 'unavailable') {
    return (
      <Notice tone="warning" title="The server did not answer">
        {preview.message}
      </Notice>
    );
  }
  const [fault] = (prompt?.problems ?? []).filter(isError);
  const isAsked = form?.arguments.some(
    (argument) => missingNames.includes(argument.name) && askingOf(form, argument) !== 'never',
  );
  if (missingNames.length > 0 && preview.error.code === invalidParams) {
    return (
      <div role="status" className={styles.missing}>
        <p>
          {missingNames.length === 1
            ? 'Fill in one more value to see the answer:'
            : 'Fill in these values to see the answer:'}
        </p>
        <ul>
          {missingNames.map((name) => (
            <li
              key={name}
              data-thread={threadOf(form?.arguments.findIndex((argument) => argument.name === name) ?? -1)}
            >
              <button type="button" onClick={() => focusValue(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
        {fault && (
          <Notice tone="danger" actions={<Button onPress={() => jumpToProblem(store, fault)}>Show the error</Button>}>
            {fault.message}
          </Notice>
        )}
        {isAsked && onDialogue && (
          <Row align="center" wrap gap={2} rowGap="2px">
            {`A client with forms asks for ${missingNames.length === 1 ? 'it' : 'them'} first.`}
            <Button onPress={onDialogue}>Play the dialogue</Button>
          </Row>
        )}
      </div>
    );
  }
  const { code, message, needs } = preview.error;
  if (needs) return <PreviewNeeds subject="This prompt" needs={needs} />;
  return (
    <Notice tone="danger" title={message}>
      <div className={styles.note}>
        {isFunction && placeInFunction.test(message) && 'Lines and columns count from the start of the function. '}
        {`Error ${String(code).replace('-', '−')}`}
      </div>
    </Notice>
  );
}
