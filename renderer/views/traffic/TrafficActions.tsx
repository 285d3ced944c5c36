import { useState } from 'react';
import type { WireEntry, WireExchange } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { inBackground } from '../../in-background.ts';
import { sampleNameProblem } from '../../store/content/samples.ts';
import { canResend, paramsOf, sampleName, textValuesOf } from '../../store/preview/traffic-params.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPromptNamed } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { EditParams } from './EditParams.tsx';

interface TrafficActionsProps {
  readonly entry: WireEntry;
  readonly request: WireExchange['request'];
}

/** Buttons for the selected message. */
export function TrafficActions({ entry, request }: TrafficActionsProps) {
  const { server, method, subject } = entry;
  const prompt = useWorkbench((state: WorkbenchState) =>
    method === 'prompts/get' ? findPromptNamed(state, server, subject) : undefined,
  );
  const { resendTrafficEntry, select, saveAsSample } = useWorkbenchActions();
  const [isEditing, setEditing] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const params = paramsOf(request);
  const values = textValuesOf(params);
  const taken = prompt?.samples.map(({ name }) => name) ?? [];

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
          <Button variant="quiet" onPress={() => setKeeping(true)}>
            Save as a sample
          </Button>
        )}
        {prompt && (
          <Button variant="quiet" onPress={() => select({ kind: 'prompt', server, key: prompt.key })}>
            Open prompt
          </Button>
        )}
      </Row>
      {isEditing && (
        <EditParams params={params} onSend={(changed) => inBackground(resendTrafficEntry(entry.id, changed))} />
      )}
      {isKeeping && prompt && (
        <NameDialog
          title={`Save as a sample of ${subject}`}
          label="Name"
          mono={false}
          initial={sampleName(values, taken)}
          check={(name) => sampleNameProblem(name, taken)}
          action="Keep"
          onSubmit={(name) => saveAsSample(entry, name, values)}
          onClose={() => setKeeping(false)}
        />
      )}
    </>
  );
}
