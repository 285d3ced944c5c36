import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { previewTarget } from '../../../store/preview/preview.ts';
import { checkKey } from '../../../store/run/reach-checks.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../../store/state.ts';
import { useRuns } from '../useRuns.ts';

const selector = (state: WorkbenchState) => {
  const { server, prompt } = previewTarget(state) ?? {};
  return { server, prompt };
};

interface OwnCheckProps {
  /** The id of a client application. */
  readonly client: string;
  /** What is shown without a check; default nothing. */
  readonly otherwise?: string;
}

/** What a person's own check has found for the previewed prompt in a client application of this computer. */
export default function OwnCheck({ client, otherwise }: OwnCheckProps) {
  const { server, prompt } = useWorkbench(selector);
  const { reach } = useRuns();
  const cell = useStore(reach.state, ({ cells }) => cells[checkKey(server ?? '', prompt ?? '', client)]);
  useEffect(() => {
    if (server !== undefined && prompt !== undefined) inBackground(reach.read(server, prompt));
  }, [reach, server, prompt]);
  if (cell?.kind !== 'checked')
    return otherwise === undefined ? null : (
      <Text tone="faint" size="s">
        {otherwise}
      </Text>
    );
  const { version, day, difference } = cell.reach;
  const when = `on ${day}${version === '' ? '' : ` with ${version}`}`;
  return difference === undefined ? (
    <Text tone="good" size="s" breaks>{`Reaches its model as simulated: checked by you ${when}.`}</Text>
  ) : (
    <Text tone="warning" size="s" breaks>{`Differs: ${difference} Checked by you ${when}.`}</Text>
  );
}
