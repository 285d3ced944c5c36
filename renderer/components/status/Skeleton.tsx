import styles from './Skeleton.module.css';

/** The outline of a page that loads. Invisible for the first 250 ms: most pages load before that. */
export function Skeleton() {
  return (
    <div aria-hidden="true" data-skeleton className={styles.skeleton}>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
