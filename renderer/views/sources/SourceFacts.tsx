import { Field } from '../../components/controls/Field.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import styles from './fields.module.css';

const optional = { removesWhenEmpty: true };

/** The title and description of a source. */
export function SourceFacts() {
  const title = useDefinitionField(['Title'], optional);
  const description = useDefinitionField(['Description'], optional);
  return (
    <div className={styles.fields}>
      <Field label="Title" placeholder="Display name" {...title} />
      <Field label="Description" placeholder="What it contains" {...description} />
    </div>
  );
}
