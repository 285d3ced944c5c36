import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { inBackground } from '../../../in-background.ts';
import type { Comparison } from '../../../store/run/comparison.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { ConsentDialog } from '../ConsentDialog.tsx';
import { strings } from '../strings.ts';
import { useRuns } from '../useRuns.ts';
import { CompareTable } from './CompareTable.tsx';

/** The answers of several versions and runners to the previewed prompt, side by side. */
export default function CompareDialog() {
  const comparison = useRuns().comparison();
  return comparison ? <Compared comparison={comparison} /> : null;
}

function Compared({ comparison }: { comparison: Comparison }) {
  const { columns, isRunning, without } = useStore(comparison.state);
  const isReady = useWorkbench(({ run }) => run.list.status === 'ready');
  const { closeOverlay } = useWorkbenchActions();
  const [showsDifference, setShowsDifference] = useState(false);
  useEffect(() => inBackground(comparison.open()), [comparison]);
  const rows = comparison.rows();
  const canRun = columns.length > 0 && rows.some(({ name }) => !without.includes(name));
  return (
    <Modal
      title="Compare answers"
      size="large"
      onClose={closeOverlay}
      footer={
        <>
          <Text as="span" tone="faint" size="s" shrink push="end">
            {strings.goesOn}
          </Text>
          <Button onPress={closeOverlay}>Close</Button>
          {isRunning ? (
            <Button onPress={() => inBackground(comparison.stop())}>Stop all</Button>
          ) : (
            <Button variant="primary" isDisabled={!canRun} onPress={() => inBackground(comparison.start())}>
              Run all
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        <Text tone="soft">{strings.aboutCompare}</Text>
        <Row align="center" justify="between" wrap gap={3} rowGap={2}>
          <Checkbox isSelected={showsDifference} isDisabled={columns.length < 2} onChange={setShowsDifference}>
            Show differences from the first column
          </Checkbox>
          <Button isDisabled={!isReady || isRunning} onPress={() => comparison.addColumn()}>
            <Plus size={14} />
            Add column
          </Button>
        </Row>
        {isReady && columns.length === 0 ? (
          <Text tone="faint">{strings.noRunner}</Text>
        ) : (
          <CompareTable comparison={comparison} rows={rows} showsDifference={showsDifference} />
        )}
      </Stack>
      <ConsentDialog />
    </Modal>
  );
}
