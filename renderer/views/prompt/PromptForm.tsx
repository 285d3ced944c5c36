import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import { selectNameClash } from '../../store/content/name-clash.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { ArgumentTable } from './arguments/ArgumentTable.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import { IconList } from './icons/IconList.tsx';
import styles from './PromptForm.module.css';
import { useGivenFiles } from './useGivenFiles.ts';

/** What stands in the form, each with its problems. */
export const promptFields = ['Name', 'Title', 'Description', 'Icons', 'Arguments', 'Content'] as const;

/** The fields of one prompt. */
export function PromptForm({ at }: { at: KeyPath }) {
  const name = useDefinitionField([...at, 'Name']);
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const clash = useWorkbench(selectNameClash);
  const nameProblems =
    clash === undefined ? name.problems : [...name.problems, { severity: 'error', message: clash } as const];
  const over = useGivenFiles([...at, 'Content']);
  return (
    <>
      <div className={styles.names}>
        <Field label="Name" mono {...name} problems={nameProblems} />
        <Field label="Title" placeholder="As people read it" {...title} />
      </div>
      <Field label="Description" multiline placeholder="What it is for, in a sentence" {...description} />
      <IconList at={[...at, 'Icons']} />
      <ArgumentTable prompt={at} />
      <ContentEditor at={[...at, 'Content']} />
      {over && (
        <p className={styles.drop} aria-hidden="true">
          {over.message === undefined ? 'Drop to add to the prompt' : `Drop to add to message ${over.message + 1}`}
        </p>
      )}
    </>
  );
}
