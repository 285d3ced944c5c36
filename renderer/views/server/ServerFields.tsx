import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import styles from './ServerFields.module.css';

const optional = { removesWhenEmpty: true };

/** What clients and their models read about a server. */
export function ServerFields({ at }: { at: KeyPath }) {
  const name = useDefinitionField([...at, 'Name']);
  const title = useDefinitionField([...at, 'Title'], optional);
  const version = useDefinitionField([...at, 'Version'], optional);
  const website = useDefinitionField([...at, 'WebsiteUrl'], optional);
  const instructions = useDefinitionField([...at, 'Instructions'], optional);
  return (
    <div className={styles.fields}>
      <Field label="Name" mono {...name} />
      <Field label="Title" placeholder="Display name" {...title} />
      <Field label="Version" mono placeholder="1.0.0" {...version} />
      <Field label="Website" mono placeholder="https://" {...website} />
      <div className={styles.wide}>
        <Field
          label="Instructions"
          multiline
          placeholder="What a model should know about this server"
          {...instructions}
        />
      </div>
    </div>
  );
}
