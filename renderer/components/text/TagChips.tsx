import styles from './TagChips.module.css';

/** The tags of a prompt or tool. */
export function TagChips({ tags = [] }: { tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={styles.tags}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
