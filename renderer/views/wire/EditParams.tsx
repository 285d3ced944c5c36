import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import styles from './EditParams.module.css';

interface EditParamsProps {
  readonly params: JsonObject | undefined;
  readonly onSend: (params: JsonObject) => void;
}

/** The params of a request as JSON, to be changed before it is sent again. */
export function EditParams({ params, onSend }: EditParamsProps) {
  const [text, setText] = useState(() => JSON.stringify(params ?? {}, null, 2));
  const read = readParams(text);
  return (
    <div className={styles.edit}>
      <Field label="Params" value={text} onChange={setText} multiline mono autoFocus />
      <div className={styles.send}>
        <Button
          variant="primary"
          isDisabled={read.params === undefined}
          onPress={() => read.params && onSend(read.params)}
        >
          Send
        </Button>
        <span role="status" className={styles.fault}>
          {read.fault}
        </span>
      </div>
    </div>
  );
}

function readParams(text: string): { params?: JsonObject; fault?: string } {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? { params: value } : { fault: 'Params are a JSON object.' };
  } catch {
    return { fault: 'This is not JSON yet.' };
  }
}
