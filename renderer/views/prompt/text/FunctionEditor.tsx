import type { KeyPath } from '../../../../src/base/json.ts';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { LogLines } from '../../../components/text/LogLines.tsx';
import { selectSlotArguments } from '../../../store/arguments/argument-selectors.ts';
import { selectRunFailure, selectRunLog } from '../../../store/content/function-runs.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { selectMissing } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import styles from './FunctionEditor.module.css';

/** The JavaScript function of the prompt or tool. Below a prompt's is the log of its last preview; a tool's is with its call. */
export function FunctionEditor({ at }: { at: KeyPath }) {
  const { problems, ...field } = useDefinitionField(at);
  const slotArguments = useWorkbench(selectSlotArguments);
  const failure = useWorkbench(selectRunFailure);
  const isTool = useWorkbench(({ selection }) => selection?.kind === 'tool' || selection?.kind === 'unlisted-tool');
  return (
    <div className={styles.editor}>
      <CodeText
        label="Function code"
        {...field}
        language="javascript"
        slotArguments={slotArguments}
        problems={failure}
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <FieldProblems problems={problems} />
      {!isTool && <FunctionLog />}
    </div>
  );
}

/** The `context.log` output of the function in the last preview. */
function FunctionLog() {
  const lines = useWorkbench(selectRunLog);
  const hasFailed = useWorkbench(({ preview }) => preview.status === 'error');
  const isMissing = useWorkbench((state) => selectMissing(state).length > 0);
  const isForbidden = useWorkbench(({ preview }) => preview.status === 'error' && preview.error.needs !== undefined);
  return (
    <section aria-label="Log of the function" className={styles.log}>
      <Text as="h4" tone="soft" weight="bold">
        Log
      </Text>
      {lines.length === 0 ? (
        <Text tone="faint">
          {hasFailed ? (
            (isForbidden && 'Not called: the preview says what is not allowed yet.') ||
            (isMissing && 'Not called yet: a required value is missing.') ||
            'The function failed before it wrote any output.'
          ) : (
            <>
              No output in the last preview. Write some with <code>context.log(…)</code>.
            </>
          )}
        </Text>
      ) : (
        <div className={styles.lines}>
          <LogLines lines={lines} />
        </div>
      )}
    </section>
  );
}
