import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/controls/Button.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { inBackground } from '../../../in-background.ts';
import type { Comparison } from '../../../store/run/comparison.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { ConsentDialog } from '../ConsentDialog.tsx';
import { LimitsMenu } from '../LimitsMenu.tsx';
import { strings } from '../strings.ts';
import { useRuns } from '../useRuns.ts';
import { CompareTable } from './CompareTable.tsx';

/** The answers of several versions and runners to the previewed prompt, side by side. */
export default function CompareDialog() {
  const comparison = useRuns().comparison();
  return comparison ? <Compared comparison={comparison} /> : null;
}

function Compared({ comparison }: { comparison: Comparison }) {
  const { columns, isRunning, excludedRows } = useStore(comparison.state);
  const isReady = useWorkbench(({ run }) => run.list.status === 'ready');
  const { closeOverlay } = useWorkbenchActions();
  /** The key of the column that the others are compared with. */
  const [base, setBase] = useState<number>();
  useEffect(() => inBackground(comparison.open()), [comparison]);
  const rows = comparison.rows();
  const runCount = columns.length * rows.filter(({ name }) => !excludedRows.includes(name)).length;
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
            <Button variant="primary" isDisabled={runCount === 0} onPress={() => inBackground(comparison.start())}>
              {runCount < 2 ? 'Run all' : `Run all ${runCount}`}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        <Text tone="soft">{strings.aboutCompare}</Text>
        <Row align="center" justify="between" wrap gap={3} rowGap={2}>
          <SmallSelect
            label="What the cells show"
            value={String(columns.some(({ key }) => key === base) ? base : '')}
            options={[
              { value: '', label: 'Show answers' },
              ...columns.map(({ key }, index) => ({
                value: String(key),
                label: `Show differences from column ${index + 1}`,
              })),
            ]}
            onChange={(key) => setBase(key === '' ? undefined : Number(key))}
          />
          <Row align="center" gap={2}>
            <LimitsMenu />
            <Button isDisabled={!isReady || isRunning} onPress={() => comparison.addColumn()}>
              <Plus size={14} />
              Add column
            </Button>
          </Row>
        </Row>
        {isReady && columns.length === 0 ? (
          <Text tone="faint">{strings.noRunner}</Text>
        ) : (
          <CompareTable comparison={comparison} rows={rows} base={base} />
        )}
      </Stack>
      <ConsentDialog />
    </Modal>
  );
}
