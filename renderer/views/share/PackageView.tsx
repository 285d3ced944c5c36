import { formatCount } from '../../../src/base/text/format-count.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import { formatSize } from '../../components/layout/measures.ts';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import type { PackagePlan } from '../../store/servers/sharing.ts';
import styles from './PackageView.module.css';
import { strings } from './strings.ts';

/** What a package contains, how large it is, and what the person who installs it decides and enters. */
export function PackageView({ plan }: { plan: PackagePlan }) {
  const { name, version, prompts, tools, skills, parts, sizeBytes, archiveSizeBytes, needs, secrets, notes } = plan;
  const offers = [
    formatCount(prompts.length, 'prompt'),
    ...(tools.length > 0 ? [formatCount(tools.length, 'tool')] : []),
    ...(skills.length > 0 ? [formatCount(skills.length, 'skill')] : []),
  ];
  return (
    <>
      <section aria-label="What is in it">
        <h3 className={styles.heading}>What is in it</h3>
        <Text>
          <strong>{name}</strong> {version}: {offers.join(', ')}
        </Text>
        <dl className={styles.parts}>
          {parts.map((part) => (
            <div key={part.name}>
              <dt>{part.name}</dt>
              <dd>{`${formatCount(part.files, 'file')}, ${formatSize(part.sizeBytes)}`}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{`${formatSize(sizeBytes)}; ${formatSize(archiveSizeBytes)} as one file`}</dd>
          </div>
        </dl>
      </section>
      <section aria-label="What it will need">
        <h3 className={styles.heading}>What it will need</h3>
        <ul className={styles.list}>
          <li>{strings.needsNode}</li>
          {needs.map(({ id, title, from, hasSwitch }) => (
            <li key={id}>
              {showHidden(title)}
              <Text as="span" tone="faint" size="s">
                {` ${from.map(showHidden).join(', ')}${hasSwitch ? '' : `. ${strings.noSwitch}`}`}
              </Text>
            </li>
          ))}
        </ul>
        <Text tone="soft" size="s">
          {needs.length === 0 ? strings.asksNothing : strings.asksFirst}
        </Text>
      </section>
      {secrets.length > 0 && (
        <section aria-label="Secrets">
          <h3 className={styles.heading}>Secrets</h3>
          <ul className={styles.list}>
            {secrets.map((secret) => (
              <li key={secret.name}>{showHidden(secret.purpose)}</li>
            ))}
          </ul>
          <Text tone="soft" size="s">
            {strings.secrets}
          </Text>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-label="What it does not include">
          <h3 className={styles.heading}>What it does not include</h3>
          <Stack as="ul" gap={1} className={styles.list}>
            {notes.map((note) => (
              <li key={note}>{showHidden(note)}</li>
            ))}
          </Stack>
        </section>
      )}
    </>
  );
}
