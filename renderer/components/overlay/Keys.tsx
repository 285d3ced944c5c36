import styles from './Keys.module.css';
import { keysText } from './keys.ts';

/** Keys to press, as this system writes them. */
export function Keys({ keys }: { keys: string }) {
  return <kbd className={styles.keys}>{keysText(keys)}</kbd>;
}
