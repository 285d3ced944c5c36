import type { PromptSummary } from '../../../src/contract/contract.ts';
import { originKey } from '../../components/answer/origin.ts';
import { CompletedText } from '../../components/CompletedText.tsx';
import { threadOf } from '../../components/thread.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import styles from './ArgumentForm.module.css';

type Argument = PromptSummary['arguments'][number];

interface ArgumentFormProps {
  readonly prompt: PromptSummary;
  /** An argument is typed in, or none any more: its key among the origins. */
  readonly onLight: (key: string | undefined) => void;
}

/** The values that the preview is asked for with. They are remembered for each prompt. */
export function ArgumentForm({ prompt, onLight }: ArgumentFormProps) {
  const values = useWorkbench(selectValues);
  const { setValue, completeValue } = useWorkbenchActions();
  return (
    <section aria-label="Argument values" className={styles.form}>
      {prompt.arguments.map((argument, place) => (
        <CompletedText
          key={argument.name}
          label={argument.title ?? argument.name}
          hint={<Hint {...argument} />}
          description={argument.description}
          hue={threadOf(place)}
          placeholder={argument.default}
          value={values[argument.name] ?? ''}
          onChange={(value) => setValue(argument.name, value)}
          complete={(value) => completeValue(argument.name, value)}
          onFocusChange={(isFocused) =>
            onLight(isFocused ? originKey({ kind: 'argument', name: argument.name }) : undefined)
          }
        />
      ))}
    </section>
  );
}

function Hint({ required, default: usual }: Argument) {
  if (required) return <span className={styles.required}>required</span>;
  return <span className={styles.optional}>{usual === undefined ? 'optional' : 'has a default'}</span>;
}
