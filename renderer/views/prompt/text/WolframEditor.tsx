import { useEffect, useState } from 'react';
import { sentence } from '../../../../src/base/errors.ts';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Stack } from '../../../components/layout/primitives.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findWolframAsk } from '../../../store/workspace/trust.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';

/** The Wolfram Language code of the prompt, and its permission: it runs outside the sandbox. */
export default function WolframEditor({ at }: { at: KeyPath }) {
  const { problems: allProblems, ...field } = useDefinitionField(at);
  // The notice below says it, with the current state of this computer.
  const problems = allProblems.filter(({ tag }) => tag !== 'NoKernel');
  return (
    <Stack gap="3px">
      <CodeText
        label="Wolfram Language"
        {...field}
        language="wolfram"
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <FieldProblems problems={problems} />
      <MayRun code={field.value} />
    </Stack>
  );
}

/** Reports a missing wolframscript first: permission has no effect without it. */
function MayRun({ code }: { code: string }) {
  const { findWolframscript, allowAsks, revokeAsks } = useWorkbenchActions();
  const ask = useWorkbench((state) => findWolframAsk(state, code));
  const [kernel, setKernel] = useState<{ readonly program?: string }>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    findWolframscript().then(
      (answer) => isCurrent && setKernel(answer),
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [findWolframscript]);

  if (failure !== undefined) return <Notice tone="danger">{failure}</Notice>;
  if (!kernel) return null;
  if (kernel.program === undefined) return <Notice tone="warning">{strings.noWolframScript}</Notice>;
  if (!ask) return null;
  return ask.isAllowed ? (
    <Notice tone="info" actions={<Button onPress={() => inBackground(revokeAsks([ask.id]))}>Revoke</Button>}>
      {strings.codeAllowed(kernel.program)}
    </Notice>
  ) : (
    <Notice tone="warning" actions={<Button onPress={() => inBackground(allowAsks([ask.id]))}>Allow this code</Button>}>
      {strings.codeNeedsPermission(kernel.program)}
    </Notice>
  );
}
