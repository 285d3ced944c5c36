import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Modal } from '../../components/Modal.tsx';
import { Suggested } from '../../components/Suggested.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ConnectDialog.module.css';
import { ConnectHistory } from './ConnectHistory.tsx';
import { ConnectStageView } from './ConnectStageView.tsx';

const selector = (state: WorkbenchState) => ({ connect: state.connect, servers: selectServers(state) });

/** Connecting Claude Code: which server, which project, the exact change, and what came of it. */
export default function ConnectDialog() {
  const { connect, servers } = useWorkbench(selector);
  const { closeConnect, chooseConnectServer, setProjectDir, applyConnect } = useWorkbenchActions();
  const [isTyping, setTyping] = useState(false);
  if (connect.status === 'closed') return null;
  const { stage } = connect;
  const isDone = stage.kind === 'applied' || stage.kind === 'undone';
  const plan = stage.kind === 'planned' && stage.plan.kind === 'ready' ? stage.plan : undefined;
  // While it applies the button stays what it is: a disabled one would lose the focus, and Escape with it.
  const canPress = isDone || plan !== undefined || stage.kind === 'applying';
  return (
    <Modal
      title="Connect Claude Code"
      isWide
      onClose={closeConnect}
      footer={
        <>
          {!isDone && <Button onPress={closeConnect}>Cancel</Button>}
          <Button
            variant="primary"
            isDisabled={!canPress}
            onPress={() => (isDone ? closeConnect() : void applyConnect())}
          >
            {isDone ? 'Done' : stage.kind === 'applying' ? 'Applying' : plan?.unchanged ? 'Test' : 'Apply'}
          </Button>
        </>
      }
    >
      {!isDone && (
        <div className={styles.fields}>
          <Choice
            label="Server"
            value={connect.server}
            options={servers.map(({ name }) => name)}
            onChange={chooseConnectServer}
          />
          <Suggested
            label="Project folder"
            placeholder="The folder that Claude Code is started in"
            value={connect.projectDir}
            suggestions={connect.suggestions}
            onChange={setProjectDir}
            autoFocus
            onFocusChange={setTyping}
          />
        </div>
      )}
      <ConnectStageView stage={stage} isCompleting={isTyping && connect.suggestions.length > 0} />
      <ConnectHistory entries={connect.history} />
    </Modal>
  );
}
