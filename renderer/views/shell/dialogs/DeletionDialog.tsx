import { isServerError } from '../../../../src/model/unserved-server.ts';
import { Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findServer } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { strings as serverStrings } from '../../server/strings.ts';
import { strings } from '../strings.ts';
import styles from './DeletionDialog.module.css';
import { DeletionQuestion } from './DeletionQuestion.tsx';

function countSkills({ workspace }: WorkbenchState, server = ''): number {
  return workspace.status === 'ready'
    ? workspace.view.skills.filter(({ listedBy }) => listedBy.includes(server)).length
    : 0;
}

/** Asks before a server is deleted, a prompt or tool that clients use or several servers list, or a skill that is listed. */
export default function DeletionDialog() {
  const deletion = useWorkbench((state) => state.deletion);
  const server = useWorkbench((state) => findServer(state, state.deletion?.name));
  const skills = useWorkbench((state) => countSkills(state, state.deletion?.name));
  const { confirmDeletion, closeOverlay } = useWorkbenchActions();
  if (!deletion) return null;
  const { name, target } = deletion;
  const isServer = target.kind === 'server';
  const isSkill = target.kind === 'skill';
  const sentence = isServer ? strings.deletingServer : isSkill ? strings.deletingSkill : strings.deletingListed;
  const uses = isServer ? deletion.uses.filter(({ setUpIn }) => setUpIn.length > 0) : deletion.uses;
  return (
    <DeletionQuestion
      what={name}
      stays={isServer ? serverStrings.deletingKeepsPrompts : isSkill ? strings.deletingKeepsMedia : undefined}
      onCancel={closeOverlay}
      onDelete={() => inBackground(confirmDeletion())}
    >
      {isServer && server && !server.problems.some(isServerError) && (
        <Text>{strings.serverOffers(server, skills)}</Text>
      )}
      {uses.length > 0 && (
        <ul className={styles.list} aria-label="What stops working">
          {uses.map((use) => (
            <li key={use.server}>{sentence(use)}</li>
          ))}
        </ul>
      )}
    </DeletionQuestion>
  );
}
