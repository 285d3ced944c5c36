import type { KeyPath } from '../../../src/model/definitions.ts';
import { Field } from '../../components/Field.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { ArgumentTable } from './arguments/ArgumentTable.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import styles from './PromptForm.module.css';

/** What stands in the form, each with its problems. */
export const promptFields = ['Name', 'Title', 'Description', 'Arguments', 'Content'] as const;

/** The fields of one prompt. */
export function PromptForm({ at }: { at: KeyPath }) {
  const name = useDefinitionField([...at, 'Name']);
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  return (
    <>
      <div className={styles.names}>
        <Field label="Name" mono {...name} />
        <Field label="Title" placeholder="As people read it" {...title} />
      </div>
      <Field label="Description" multiline placeholder="What it is for, in a sentence" {...description} />
      <ArgumentTable at={[...at, 'Arguments']} />
      <ContentEditor at={[...at, 'Content']} />
      <p className={styles.rest}>Samples, completion, icons, pictures and other media: edit these in Source.</p>
    </>
  );
}
