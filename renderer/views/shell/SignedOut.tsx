import { EmptyState } from '../../components/status/EmptyState.tsx';
import styles from './SignedOut.module.css';

/** Shown instead of the window when this page has no session. Opening a workbench link in this page signs it in. */
export function SignedOut({ message }: { message: string }) {
  return (
    <main className={styles.page}>
      <EmptyState title="Not signed in">
        <p role="alert">{message}</p>
        <code className={styles.command}>prompt-workbench open</code>
      </EmptyState>
    </main>
  );
}
