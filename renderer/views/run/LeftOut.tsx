import { useEffect, useState } from 'react';
import type { Input } from '../../../src/contract/contract.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject, type Json } from '../../store/definition/json.ts';
import { shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { ReceivedMessage } from '../../store/state/preview.ts';
import type { RunnerView } from '../../store/state/run.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { useRuns } from './useRuns.ts';

type Kind = Input<'run.leavesOut'>['messages'][number];

/** As JSON, which stays the same while a person types. */
const selectKinds = ({ preview }: WorkbenchState) => JSON.stringify(shownResult(preview)?.messages.map(kindOf) ?? []);

/** What a run with this runner would lack, before it starts. */
export function LeftOut({ runner: { id, lacks } }: { runner: RunnerView }) {
  const runs = useRuns();
  const kinds = useWorkbench(selectKinds);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  useEffect(() => {
    const messages = JSON.parse(kinds) as Kind[];
    let isCurrent = true;
    const isText = messages.every(({ type }) => type === 'text');
    const reading = isText ? Promise.resolve([]) : runs.leavesOut(id, messages);
    inBackground(reading.then((sentences) => isCurrent && setLeftOut(sentences)));
    return () => {
      isCurrent = false;
    };
  }, [id, kinds, runs]);
  return (
    <>
      {lacks.map((sentence) => (
        <Text key={sentence} tone="faint" size="s" breaks>
          {sentence}
        </Text>
      ))}
      {leftOut.map((sentence) => (
        <Text key={sentence} tone="warning" size="s" breaks>
          {sentence}
        </Text>
      ))}
    </>
  );
}

const types = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

function kindOf({ role, content }: ReceivedMessage): Kind {
  const fields: { readonly [key: string]: Json } = isObject(content) ? content : {};
  const type = types.find((knownType) => knownType === fields.type) ?? 'text';
  const { resource } = fields;
  const media = type === 'resource' && isObject(resource) && 'blob' in resource ? resource : fields;
  const { mimeType } = media;
  return { role, type, ...(typeof mimeType === 'string' && type !== 'resource_link' && { mimeType }) };
}
