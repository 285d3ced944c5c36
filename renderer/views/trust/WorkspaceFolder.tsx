import { Folder } from 'lucide-react';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import styles from './WorkspaceFolder.module.css';

/** The path of the workspace, because two workspaces can have the same name. */
export function WorkspaceFolder() {
  const folder = useWorkbench(({ trust }) => trust.view?.folder);
  return (
    <p className={styles.folder}>
      <Folder size={14} aria-label="Workspace" role="img" />
      <code>{folder}</code>
    </p>
  );
}
