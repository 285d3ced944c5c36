import { useState } from 'react';
import type { TrafficExchange } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import { canResend, paramsOf, valuesOfCall } from '../../store/preview/traffic-params.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPromptNamed } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { KeepDialog } from './KeepDialog.tsx';

interface TrafficActionsProps {
  readonly exchange: TrafficExchange;
}

/** Buttons for the selected message. */
export function TrafficActions({ exchange }: TrafficActionsProps) {
  const { entry, request } = exchange;
  const { server, method, subject } = entry;
  const name = exchange.declared?.name ?? subject;
  const prompt = useWorkbench((state: WorkbenchState) =>
    method === 'prompts/get' ? findPromptNamed(state, server, name) : undefined,
  );
  const { resendTrafficEntry, select } = useWorkbenchActions();
  const [isEditing, setEditing] = useState(false);
  const [keptAs, setKeeps] = useState<'sample' | 'test'>();
  const params = paramsOf(request);
  const values = prompt ? valuesOfCall(exchange, prompt.arguments) : {};

  return (
    <>
      <Row wrap gap={1}>
        {canResend(entry, request) && (
          <>
            <Button onPress={() => inBackground(resendTrafficEntry(entry.id))}>Send again</Button>
            <Button variant="quiet" aria-expanded={isEditing} onPress={() => setEditing(!isEditing)}>
              Edit
            </Button>
          </>
        )}
        {prompt?.location && (
          <>
            {prompt.sampleFile === undefined && (
              <Button variant="quiet" onPress={() => setKeeps('sample')}>
                Save as a sample
              </Button>
            )}
            <Button variant="quiet" onPress={() => setKeeps('test')}>
              Keep as a test
            </Button>
          </>
        )}
        {prompt && (
          <Button variant="quiet" onPress={() => select({ kind: 'prompt', server, key: prompt.key })}>
            Open prompt
          </Button>
        )}
      </Row>
      {isEditing && (
        <EditParams params={params} onSend={(newParams) => inBackground(resendTrafficEntry(entry.id, newParams))} />
      )}
      {keptAs && prompt && (
        <KeepDialog
          as={keptAs}
          server={server}
          prompt={prompt.name}
          values={values}
          onClose={() => setKeeps(undefined)}
        />
      )}
    </>
  );
}

interface EditParamsProps {
  readonly params: JsonObject | undefined;
  readonly onSend: (params: JsonObject) => void;
}

/** Edits the params of a request as JSON before it is sent again. */
function EditParams({ params, onSend }: EditParamsProps) {
  const [text, setText] = useState(() => JSON.stringify(params ?? {}, null, 2));
  const result = readParams(text);
  return (
    <Stack gap={2}>
      <Field label="Params" value={text} onChange={setText} multiline mono autoFocus />
      <Row align="center" gap={2}>
        <Button
          variant="primary"
          isDisabled={result.params === undefined}
          onPress={() => result.params && onSend(result.params)}
        >
          Send
        </Button>
        <Text as="span" role="status" tone="danger" size="s">
          {result.fault}
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
