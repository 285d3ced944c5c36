import { CodeText } from '../../../components/CodeText.tsx';
import { FieldProblems } from '../../../components/FieldProblems.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import { withTextKind } from '../../../store/blocks.ts';
import type { TextForm } from '../../../store/prompt-form.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import styles from './TextSource.module.css';

interface TextSourceProps {
  readonly form: TextForm;
  readonly label: string;
  readonly slots: readonly string[];
  /** The prompt's main text: where the cursor goes when a prompt was made. */
  readonly isMain?: boolean;
}

/** One text of a prompt, as it is or with slots. */
export function TextSource({ form, label, slots, isMain = false }: TextSourceProps) {
  const { value, onChange, onBlur } = useDefinitionField(form.textAt);
  const problems = useProblemsAt(form.at);
  const takesFocus = useWorkbench((state) => isMain && state.wantsFocus);
  const { textFocused } = useWorkbenchActions();
  return (
    <div className={styles.text}>
      <CodeText
        label={label}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        takesFocus={takesFocus}
        onFocus={textFocused}
        language={form.isTemplate ? 'template' : 'text'}
        slots={slots}
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <FieldProblems problems={problems} />
    </div>
  );
}

const kinds = [
  { value: 'text', label: 'Text' },
  { value: 'template', label: 'Template' },
] as const;

/** Whether backticks are slots. The text itself stays as it is. */
export function TextSwitch({ form, label }: { form: TextForm; label: string }) {
  const { restructure } = useWorkbenchActions();
  return (
    <Segmented
      label={`${label} kind`}
      value={form.isTemplate ? 'template' : 'text'}
      options={kinds}
      onChange={(kind) => {
        void restructure(form.at, (before) => withTextKind(before, kind === 'template'));
      }}
    />
  );
}
