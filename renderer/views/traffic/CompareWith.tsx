import { useEffect, useState } from 'react';
import type { Output } from '../../../src/contract/contract.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import type { ComparedWith } from '../../store/preview/checks.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { exactTime } from '../history/version-words.ts';
import styles from './ReplayDialog.module.css';

const labels = {
  answers: 'The original answers of the calls',
  version: 'A version from the history',
  commit: 'A commit',
} as const;
type Kind = keyof typeof labels;

interface CompareWithProps {
  readonly server: string;
  /** @param against undefined until the choice is complete */
  readonly onChange: (against: ComparedWith | undefined) => void;
}

/** What a replay compares with. */
export function CompareWith({ server, onChange }: CompareWithProps) {
  const [kind, setKind] = useState<Kind>('answers');
  const [commit, setCommit] = useState('');
  const choose = (next: Kind) => {
    setKind(next);
    onChange(
      next === 'answers' ? {} : next === 'commit' && commit.trim() !== '' ? { against: commit.trim() } : undefined,
    );
  };
  return (
    <>
      <div className={styles.choice}>
        <Choice
          label="Compare with"
          value={kind}
          options={Object.keys(labels)}
          labels={labels}
          onChange={(next) => choose(next as Kind)}
        />
      </div>
      {kind === 'commit' && (
        <div className={styles.commit}>
          <Field
            label="Commit, branch or tag"
            value={commit}
            onChange={(next) => {
              setCommit(next);
              onChange(next.trim() === '' ? undefined : { against: next.trim() });
            }}
            placeholder="main"
            mono
          />
        </div>
      )}
      {kind === 'version' && <VersionChoice key={server} server={server} onChange={onChange} />}
    </>
  );
}

/** The files as they were with an earlier version of one of them. */
function VersionChoice({ server, onChange }: CompareWithProps) {
  const { loadChecks } = useWorkbenchActions();
  const [versions, setVersions] = useState<Output<'calls.versions'>['versions']>();
  const [chosenVersion, setChosenVersion] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each server.
  useEffect(() => {
    onChange(undefined);
    inBackground(
      loadChecks()
        .then((loadedChecks) => loadedChecks.listEarlierVersions(server))
        .then(setVersions, () => setVersions([])),
    );
  }, []);
  if (!versions) return null;
  if (versions.length === 0)
    return (
      <Text tone="faint" size="s">
        The history has no earlier version of this server.
      </Text>
    );
  const keyOf = ({ file, when }: (typeof versions)[number]) => `${when} ${file}`;
  return (
    <div className={styles.commit}>
      <Choice
        label="Version"
        value={chosenVersion}
        options={versions.map(keyOf)}
        labels={Object.fromEntries(
          versions.map((version) => [
            keyOf(version),
            `${exactTime(version.when)}, ${version.file}: ${version.summary}`,
          ]),
        )}
        onChange={(next) => {
          setChosenVersion(next);
          const version = versions.find((candidate) => keyOf(candidate) === next);
          onChange(version && { asOf: Date.parse(version.when) });
        }}
      />
    </div>
  );
}
