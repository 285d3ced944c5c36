import { Stack } from '../../components/layout/primitives.tsx';
import { threadOf } from '../../components/text/thread.ts';
import styles from './SentValues.module.css';

type Values = Readonly<Record<string, string>>;

interface SentValuesProps {
  /** The `arguments` of `prompts/get`. */
  readonly sent: Values;
  /** The same after the server joined them. */
  readonly joined: Values | undefined;
  readonly names: readonly string[];
}

/** The arguments that the server receives. */
export function SentValues({ sent, joined, names }: SentValuesProps) {
  const values = Object.entries(joined ?? sent);
  if (values.length === 0) return <p className={styles.none}>No arguments.</p>;
  return (
    <>
      <Stack as="dl" gap={1}>
        {values.map(([name, value]) => (
          <div key={name} className={styles.value} data-thread={threadOf(names.indexOf(name))}>
            <dt>{name}</dt>
            <dd>{value === '' ? <span className={styles.none}>empty</span> : value}</dd>
          </div>
        ))}
      </Stack>
      {joined && <p className={styles.none}>Sent as {Object.keys(sent).length} words, which the server joins.</p>}
    </>
  );
}
