import { useEffect, useState } from 'react';
import type { KeyPath } from '../../../../src/model/definitions.ts';
import { sentence } from '../../../../src/model/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { CodeText } from '../../../components/CodeText.tsx';
import { FieldProblems } from '../../../components/FieldProblems.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import styles from './TextSource.module.css';

/** Wolfram Language that makes the prompt, and whether it may run: it runs outside the sandbox. */
export default function WolframSource({ at }: { at: KeyPath }) {
  const { problems, ...field } = useDefinitionField(at);
  return (
    <div className={styles.text}>
      <CodeText
        label="Wolfram Language"
        {...field}
        language="wolfram"
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <FieldProblems problems={problems} />
      <MayRun code={field.value} />
    </div>
  );
}

/** Of one code: what is known of another is past. */
type Standing = { readonly code: string; readonly program?: string; readonly allowed: boolean };

function MayRun({ code }: { code: string }) {
  const { wolframState, allowWolfram, flush, refreshPreview } = useWorkbenchActions();
  const [standing, setStanding] = useState<Standing>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    wolframState(code).then(
      (state) => isCurrent && setStanding({ code, ...state }),
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, wolframState]);

  const allow = async (allowed: boolean) => {
    try {
      await allowWolfram(code, allowed);
      setStanding({ code, ...(await wolframState(code)) });
      await flush();
      await refreshPreview();
    } catch (error) {
      setFailure(sentence(error));
    }
  };

  if (failure !== undefined) return <Notice tone="danger">{failure}</Notice>;
  if (standing?.code !== code) return null;
  if (standing.program === undefined)
    return (
      <Notice tone="warning">
        This is Wolfram Language, and no wolframscript was found on this computer: install the Wolfram Engine and
        WolframScript. Until then clients get an error that says so.
      </Notice>
    );
  return standing.allowed ? (
    <Notice tone="info" actions={<Button onPress={() => inBackground(allow(false))}>Take back</Button>}>
      {`Allowed to run: ${standing.program} runs it for every client.`}
    </Notice>
  ) : (
    <Notice tone="warning" actions={<Button onPress={() => inBackground(allow(true))}>Allow this code</Button>}>
      {`This code runs outside the sandbox, in ${standing.program}, and can do there what you can. Allow it once you have read it; every change asks again.`}
    </Notice>
  );
}
