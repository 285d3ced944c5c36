import type { KeyPath } from '../../../../src/model/definitions.ts';
import { Field } from '../../../components/Field.tsx';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import styles from './ArgumentDetails.module.css';
import { CompletionEditor } from './CompletionEditor.tsx';

/** What an argument seldom needs: a name for people, and what is offered while it is typed. */
export function ArgumentDetails({ at }: { at: KeyPath }) {
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  return (
    <div className={styles.details}>
      <Field label="Title" placeholder="As people read it" {...title} />
      <CompletionEditor at={[...at, 'Complete']} />
    </div>
  );
}
