import { EmptyState } from '../../components/status/EmptyState.tsx';
import styles from './SignedOut.module.css';

/** In the place of the window, where this page has no session. A link that is put into the address opens the window. */
export function SignedOut({ message }: { message: string }) {
  return (
    <main className={styles.page}>
      <EmptyState title="This page is not signed in">
        <p role="alert">{message}</p>
        <code className={styles.command}>prompt-workbench open</code>
      </EmptyState>
    </main>
  );
}
