import styles from './Keys.module.css';
import { keysText } from './keys.ts';

/** A keyboard shortcut in this system's notation. */
export function Keys({ keys }: { keys: string }) {
  return <kbd className={styles.keys}>{keysText(keys)}</kbd>;
}
