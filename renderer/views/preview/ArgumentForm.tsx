import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Field } from '../../components/Field.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import styles from './ArgumentForm.module.css';

/** The values that the preview is asked for with. They are remembered for each prompt. */
export function ArgumentForm({ prompt }: { prompt: PromptSummary }) {
  const values = useWorkbench(selectValues);
  const { setValue } = useWorkbenchActions();
  return (
    <section aria-label="Argument values" className={styles.form}>
      {prompt.arguments.map((argument) => (
        <Field
          key={argument.name}
          label={argument.title ?? argument.name}
          description={argument.description}
          multiline
          isRequired={argument.required}
          placeholder={argument.default}
          value={values[argument.name] ?? ''}
          onChange={(value) => setValue(argument.name, value)}
        />
      ))}
    </section>
  );
}
