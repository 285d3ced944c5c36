import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Stack } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { useRefresh } from '../../components/status/useRefresh.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { strings } from './strings.ts';
import { TeamServerPage } from './TeamServerPage.tsx';
import { useTeams } from './useTeams.ts';

/** The interval between two reads of the list, in milliseconds: the command line changes it meanwhile. */
const refreshMs = 3_000;

/** The team servers that the person has added; one is shown. */
export default function TeamsDialog() {
  const { closeOverlay, openOverlay } = useWorkbenchActions();
  const teams = useTeams();
  useEffect(() => inBackground(teams.open()), [teams]);
  useRefresh(teams.follow, refreshMs);
  const { list, chosenId, reading, notice } = useStore(teams.state);
  const server = list?.find(({ id }) => id === chosenId);
  const names = Object.fromEntries((list ?? []).map(({ id, name }) => [id, name]));
  return (
    <Modal
      title="Team servers"
      size="large"
      onClose={closeOverlay}
      footer={
        <>
          <Button onPress={() => openOverlay('add-team')}>
            <Plus size={14} />
            Add team server…
          </Button>
          <Button variant="primary" onPress={closeOverlay}>
            Close
          </Button>
        </>
      }
    >
      <Stack gap={4} packed>
        {list === undefined && notice === undefined && <Skeleton />}
        {list !== undefined && list.length > 1 && (
          <Choice
            label="Team server"
            value={chosenId ?? ''}
            options={list.map(({ id }) => id)}
            labels={names}
            onChange={(id) => inBackground(teams.choose(id))}
          />
        )}
        {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
        {server && <TeamServerPage key={server.id} server={server} reading={reading} />}
        {list?.length === 0 && <EmptyState title="No team servers yet">{strings.none}</EmptyState>}
      </Stack>
    </Modal>
  );
}
