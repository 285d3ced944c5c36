import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';

interface EditParamsProps {
  readonly params: JsonObject | undefined;
  readonly onSend: (params: JsonObject) => void;
}

/** Edits the params of a request as JSON before it is sent again. */
export function EditParams({ params, onSend }: EditParamsProps) {
  const [text, setText] = useState(() => JSON.stringify(params ?? {}, null, 2));
  const read = readParams(text);
  return (
    <Stack gap={2}>
      <Field label="Params" value={text} onChange={setText} multiline mono autoFocus />
      <Row align="center" gap={2}>
        <Button
          variant="primary"
          isDisabled={read.params === undefined}
          onPress={() => read.params && onSend(read.params)}
        >
          Send
        </Button>
        <Text as="span" role="status" tone="danger" size="s">
          {read.fault}
        </Text>
      </Row>
    </Stack>
  );
}

function readParams(text: string): { params?: JsonObject; fault?: string } {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? { params: value } : { fault: 'Params must be a JSON object.' };
  } catch {
    return { fault: 'Not valid JSON.' };
  }
}
