import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/controls/Button.tsx';
import { Stack, Text } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { Skeleton } from '../../../components/status/Skeleton.tsx';
import { inBackground } from '../../../in-background.ts';
import { previewTarget } from '../../../store/preview/preview.ts';
import { checkKey } from '../../../store/run/reach-checks.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findServer } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { strings } from '../strings.ts';
import { useRuns } from '../useRuns.ts';
import { CheckedPieces } from './CheckedPieces.tsx';
import { ReachTable } from './ReachTable.tsx';

const selector = (state: WorkbenchState) => {
  const target = previewTarget(state);
  const { selection } = state;
  const page = selection?.kind === 'server' ? selection.server : undefined;
  return {
    list: state.run.list,
    prompt: target?.prompt,
    server: findServer(state, target?.server ?? page),
  };
};

/**
 * What reached the models of the agents on this computer: for the previewed prompt, and for all prompts of its server. A page of a
 * server has no previewed prompt.
 */
export default function ReachDialog() {
  const { list, server, prompt } = useWorkbench(selector);
  const runs = useRuns();
  const { reach } = runs;
  const { cells, progress } = useStore(reach.state);
  const { closeOverlay } = useWorkbenchActions();
  const [chosenCell, setChosenCell] = useState<{ readonly prompt: string; readonly client: string }>();
  const serverName = server?.name;
  useEffect(() => {
    inBackground(runs.readRunners());
    if (serverName !== undefined) inBackground(reach.read(serverName));
  }, [runs, reach, serverName]);
  if (!server) return null;
  const checkableRunners = list.status === 'ready' ? list.runners.filter(({ check }) => check !== 'none') : [];
  const clients = checkableRunners
    .filter((checkableRunner) => checkableRunner.check === 'ready')
    .map(({ id, title }) => ({ id, title }));
  const prompts = server.prompts.filter(({ isServed }) => isServed).map(({ name }) => name);
  const row = prompt ?? prompts[0] ?? '';
  const firstClient = clients.find(({ id }) => cells[checkKey(server.name, row, id)]) ?? clients[0];
  const shownCell = chosenCell ?? (firstClient && { prompt: row, client: firstClient.id });
  const ids = clients.map(({ id }) => id);
  const check = (rows: readonly string[]) => {
    setChosenCell(undefined);
    inBackground(reach.check(server.name, rows, ids));
  };
  return (
    <Modal
      title="What reaches the models"
      size="large"
      onClose={closeOverlay}
      footer={
        <>
          {progress && (
            <Text as="span" role="status" tone="soft" size="s" push="end">
              {`${progress.doneCount} of ${progress.totalCount} checked`}
            </Text>
          )}
          <Button onPress={closeOverlay}>Close</Button>
          {progress ? (
            <Button onPress={() => inBackground(reach.stop())}>Stop</Button>
          ) : (
            <>
              <Button
                variant={prompt === undefined ? 'primary' : 'plain'}
                isDisabled={clients.length === 0 || prompts.length < (prompt === undefined ? 1 : 2)}
                onPress={() => check(prompts)}
              >
                Check all prompts
              </Button>
              {prompt !== undefined && (
                <Button variant="primary" isDisabled={clients.length === 0} onPress={() => check([prompt])}>
                  {`Check ${prompt}`}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <Text tone="soft">{strings.aboutReach}</Text>
        {list.status === 'failed' && <Notice tone="danger">{list.message}</Notice>}
        {(list.status === 'none' || list.status === 'reading') && <Skeleton />}
        {list.status === 'ready' && clients.length === 0 && (
          <EmptyState title="No agent to check on this computer">
            {`Install one of these and look again: ${checkableRunners.map(({ title }) => title).join(', ')}.`}
          </EmptyState>
        )}
        {clients.length > 0 && (
          <>
            <ReachTable
              server={server.name}
              prompts={prompts}
              clients={clients}
              cells={cells}
              shownCheck={shownCell}
              onShow={(of, client) => setChosenCell({ prompt: of, client })}
            />
            {shownCell && (
              <CheckedPieces
                key={`${shownCell.prompt} ${shownCell.client}`}
                cell={cells[checkKey(server.name, shownCell.prompt, shownCell.client)]}
                prompt={shownCell.prompt}
                client={clients.find(({ id }) => id === shownCell.client)?.title ?? shownCell.client}
                isPreviewed={shownCell.prompt === prompt}
              />
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}
