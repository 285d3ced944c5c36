import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { strings as serverStrings } from '../server/strings.ts';
import styles from './DeletionDialog.module.css';
import { DeletionQuestion } from './DeletionQuestion.tsx';
import { strings } from './strings.ts';

/** Asks before a prompt, tool or server is deleted that clients use or several servers list. */
export default function DeletionDialog() {
  const deletion = useWorkbench((state) => state.deletion);
  const { confirmDeletion, closeOverlay } = useWorkbenchActions();
  if (!deletion) return null;
  const { name, uses, target } = deletion;
  const isServer = target.kind === 'server';
  return (
    <DeletionQuestion
      what={name}
      stays={isServer ? serverStrings.deletingKeepsPrompts : undefined}
      onCancel={closeOverlay}
      onDelete={() => inBackground(confirmDeletion())}
    >
      <ul className={styles.list} aria-label="What stops working">
        {uses.map((use) => (
          <li key={use.server}>{isServer ? strings.deletingServer(use) : strings.deletingListed(use)}</li>
        ))}
      </ul>
    </DeletionQuestion>
  );
}
