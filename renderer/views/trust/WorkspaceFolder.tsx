import { Folder } from 'lucide-react';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import styles from './WorkspaceFolder.module.css';

/** The folder that is trusted or not: two workspaces may have the same name. */
export function WorkspaceFolder() {
  const folder = useWorkbench(({ trust }) => trust.view?.folder);
  return (
    <p className={styles.folder}>
      <Folder size={14} aria-label="Workspace" role="img" />
      <code>{folder}</code>
    </p>
  );
}
