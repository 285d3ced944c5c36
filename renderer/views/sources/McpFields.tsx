import { Field } from '../../components/controls/Field.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import styles from './fields.module.css';
import { LinesField } from './LinesField.tsx';
import { PairsField } from './PairsField.tsx';

const optional = { removesWhenEmpty: true };

/** The server of an MCP source, by command or address, and the tool to call. */
export function McpFields() {
  const command = useDefinitionField(['Command'], optional);
  const url = useDefinitionField(['Url'], optional);
  const tool = useDefinitionField(['Tool']);
  const argument = useDefinitionField(['Argument'], optional);
  const isUrl = url.value !== '' && command.value === '';
  return (
    <div className={styles.fields}>
      <Field label="Command" mono placeholder="A program, without a shell" isReadOnly={isUrl} {...command} />
      <Field label="Address" mono placeholder="https://" isReadOnly={command.value !== ''} {...url} />
      {command.value !== '' && (
        <>
          <div className={styles.wide}>
            <LinesField at={['Args']} label="Command arguments" placeholder="One per line" removesWhenEmpty />
          </div>
          <div className={styles.wide}>
            <PairsField at="Env" />
          </div>
        </>
      )}
      {url.value !== '' && (
        <div className={styles.wide}>
          <PairsField at="Headers" />
        </div>
      )}
      <Field label="Tool" mono placeholder="The tool to call" {...tool} />
      <Field label="Query argument" mono placeholder="query" {...argument} />
    </div>
  );
}
