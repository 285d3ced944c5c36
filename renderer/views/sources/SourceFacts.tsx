import { Field } from '../../components/controls/Field.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import styles from './fields.module.css';

const optional = { removesWhenEmpty: true };

/** What people read about a source. */
export function SourceFacts() {
  const title = useDefinitionField(['Title'], optional);
  const description = useDefinitionField(['Description'], optional);
  return (
    <div className={styles.fields}>
      <Field label="Title" placeholder="As people read it" {...title} />
      <Field label="Description" placeholder="What can be found there" {...description} />
    </div>
  );
}
