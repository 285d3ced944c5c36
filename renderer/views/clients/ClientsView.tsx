import { useEffect } from 'react';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Row, Stack } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { simulationKey } from '../../store/preview/simulation.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { ClientChoice } from './ClientChoice.tsx';
import { SimulationResult } from './SimulationResult.tsx';
import { SimulationSteps } from './SimulationSteps.tsx';

interface ClientsViewProps {
  /** The declared arguments in order. */
  readonly names: readonly string[];
}

/** The pause after the last keystroke before the simulation runs. */
const debounceMs = 60;

const selector = (state: WorkbenchState) => {
  const { client, isPlain, result } = state.simulation;
  return { client, isPlain, result, key: simulationKey(state) };
};

const startModes = [
  { value: 'adapted', label: 'Adapted' },
  { value: 'plain', label: 'Not adapted' },
] as const;

/** Simulates the prompt in one client application: what is typed, sent, returned and read, and what is lost. */
export default function ClientsView({ names }: ClientsViewProps) {
  const { client, isPlain, result, key } = useWorkbench(selector);
  const { refreshSimulation, chooseClient, setPlain } = useWorkbenchActions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything that the simulation depends on.
  useEffect(() => {
    const timer = setTimeout(() => inBackground(refreshSimulation()), debounceMs);
    return () => clearTimeout(timer);
  }, [key, refreshSimulation]);
  if (result.status === 'waiting') return null;
  if (result.status === 'failed') return <Notice tone="danger">{result.message}</Notice>;
  const { clients } = result.clients;
  const cells = result.clients.rows[0]?.cells ?? [];
  const chosenClient = clients.find(({ id }) => id === result.simulation.client);
  if (!chosenClient) return null;
  return (
    <Stack gap={4}>
      <Row align="center" justify="between" wrap rowGap={2} gap={3}>
        <ClientChoice
          clients={clients.map(({ id, name }, index) => ({ id, name, reach: cells[index]?.reach ?? 'unknown' }))}
          value={client}
          onChange={chooseClient}
        />
        {chosenClient.isAdapted && (
          <Segmented
            label="How the server starts"
            value={isPlain ? 'plain' : 'adapted'}
            options={startModes}
            onChange={(mode) => setPlain(mode === 'plain')}
          />
        )}
      </Row>
      <SimulationResult simulation={result.simulation} name={chosenClient.name} evidence={chosenClient.evidence} />
      <SimulationSteps simulation={result.simulation} name={chosenClient.name} names={names} />
    </Stack>
  );
}
