import type { KeyPath } from '../../../../src/base/json.ts';
import { FieldProblems } from '../../../components/controls/FieldProblems.tsx';
import { Stack } from '../../../components/layout/primitives.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { selectSlotArguments } from '../../../store/content/arguments.ts';
import { selectRunFailure } from '../../../store/content/function-runs.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { FunctionLog } from './FunctionLog.tsx';

/** The JavaScript function of the prompt, with its log from the last preview. */
export function FunctionSource({ at }: { at: KeyPath }) {
  const { problems, ...field } = useDefinitionField(at);
  const slotArguments = useWorkbench(selectSlotArguments);
  const failure = useWorkbench(selectRunFailure);
  return (
    <Stack gap="3px">
      <CodeText
        label="Function source"
        {...field}
        language="javascript"
        slotArguments={slotArguments}
        problems={failure}
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <FieldProblems problems={problems} />
      <FunctionLog />
    </Stack>
  );
}
