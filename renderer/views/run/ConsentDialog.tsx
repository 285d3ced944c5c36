import { Button } from '../../components/controls/Button.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

const selector = ({ run }: WorkbenchState) => run.asking;

/** Before the first run of a runner: what is sent where, and what may cost. */
export function ConsentDialog() {
  const askingRunners = useWorkbench(selector);
  const runs = useRuns();
  const [first, ...otherRunners] = askingRunners;
  if (!first) return null;
  const title = otherRunners.length === 0 ? `Run with ${first.title}?` : `Run with ${askingRunners.length} runners?`;
  return (
    <Modal
      title={title}
      onClose={() => runs.agree(false)}
      footer={
        <>
          <Button onPress={() => runs.agree(false)}>Cancel</Button>
          <Button variant="primary" onPress={() => runs.agree(true)}>
            Agree and run
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {askingRunners.map(({ id, title: name, consent }) => (
          <Stack key={id} gap={1}>
            {otherRunners.length > 0 && (
              <Text as="h3" weight="bold">
                {name}
              </Text>
            )}
            <Text breaks>{consent}</Text>
          </Stack>
        ))}
        <Text tone="faint" size="s">
          {strings.consent}
        </Text>
      </Stack>
    </Modal>
  );
}
