import { Notice } from '../../components/status/Notice.tsx';
import { isObject, type Json } from '../../store/definition/json.ts';
import { strings } from './strings.ts';
import styles from './UnreadList.module.css';

/** The raw entries of a list, while an error in the server prevents reading it. */
export function UnreadList({ entries }: { entries: readonly Json[] }) {
  return (
    <>
      <Notice tone="warning" title="This server isn't served">
        {strings.fixServer}
      </Notice>
      <ol className={styles.entries}>
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be doubled, and are only shown.
          <li key={place} className={styles.entry}>
            <code>{nameOf(entry) ?? `Prompt ${place + 1}`}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

function nameOf(entry: Json): string | undefined {
  if (typeof entry === 'string') return entry;
  return isObject(entry) && typeof entry.Name === 'string' ? entry.Name : undefined;
}
