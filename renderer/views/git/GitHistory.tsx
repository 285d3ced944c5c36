import { useEffect, useMemo, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { BlamedPart, Output } from '../../../src/contract/contract.ts';
import { compareDefinitions, isEmptyDiff } from '../../../src/model/diff/definition-diff.ts';
import { DefinitionDiffView } from '../../components/definition-diff/DefinitionDiffView.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { DiffView } from '../../components/text/DiffView.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './GitHistory.module.css';
import { strings } from './strings.ts';
import { useGit } from './useGit.ts';

interface Present {
  readonly text: string;
  readonly value?: unknown;
}

interface GitHistoryProps {
  readonly file: string;
  /** The file as it is now. */
  readonly present: Present;
}

const headOf = ({ git }: WorkbenchState) => (git?.kind === 'repository' ? git.head : undefined);

/** Who last changed each part of the file, and how it differs from a branch, tag or commit. */
export default function GitHistory({ file, present }: GitHistoryProps) {
  return (
    <div className={styles.view}>
      <Blame file={file} text={present.text} />
      <Comparison file={file} present={present} />
    </div>
  );
}

function Blame({ file, text }: { readonly file: string; readonly text: string }) {
  const git = useGit();
  const head = useWorkbench(headOf);
  const [parts, setParts] = useState<readonly BlamedPart[]>([]);
  const [failure, setFailure] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or commit changes the answer.
  useEffect(() => {
    let isCurrent = true;
    git.blame(file).then(
      (next) => {
        if (!isCurrent) return;
        setParts(next);
        setFailure(undefined);
      },
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [git, file, text, head]);
  if (failure !== undefined) return <Notice tone="danger">{failure}</Notice>;
  return (
    <section aria-label="Who changed what" className={styles.blame}>
      <Text as="h3" size="s" weight="bold">
        Who changed what
      </Text>
      <ul className={styles.parts}>
        {parts.map(({ place, by }) => (
          <li key={place} className={styles.part}>
            <Text as="span" size="s" weight="medium" breaks>
              {place}
            </Text>
            <Text as="span" size="s" tone={by ? 'soft' : 'warning'} breaks title={by?.commit}>
              {by ? `${by.author}, ${by.when.slice(0, 10)}` : strings.notCommitted}
            </Text>
            {by && (
              <Text as="span" size="xs" tone="faint" breaks>
                {by.subject}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Comparison({ file, present }: GitHistoryProps) {
  const git = useGit();
  const head = useWorkbench(headOf);
  const [ref, setRef] = useState('HEAD');
  const [openVersion, setRead] = useState<{ readonly ref: string; readonly file: Output<'git.read'> }>();
  const [failure, setFailure] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another commit changes the answer.
  useEffect(() => {
    let isCurrent = true;
    const name = ref.trim();
    if (name === '') return;
    git.read(file, name).then(
      (next) => {
        if (!isCurrent) return;
        setRead({ ref: name, file: next });
        setFailure(undefined);
      },
      (error: unknown) => isCurrent && setFailure(sentence(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [git, file, ref, head]);
  return (
    <section aria-label="Compared with a commit" className={styles.comparison}>
      <Field label="Compare with" value={ref} onChange={setRef} mono description="A branch, tag or commit." />
      {failure !== undefined ? (
        <Text tone="soft">{failure}</Text>
      ) : (
        openVersion?.ref === ref.trim() && (
          <Difference against={openVersion.ref} before={openVersion.file} present={present} />
        )
      )}
    </section>
  );
}

interface DifferenceProps {
  readonly against: string;
  readonly before: Output<'git.read'>;
  readonly present: Present;
}

function Difference({ against, before, present }: DifferenceProps) {
  const diff = useMemo(() => compareDefinitions(before.value, present.value), [before.value, present.value]);
  if (before.text === undefined) return <Text tone="faint">{strings.absent(against)}</Text>;
  if (before.text === present.text) return <Text tone="faint">No differences.</Text>;
  const isReadable = before.value !== undefined && present.value !== undefined;
  if (!isReadable || isEmptyDiff(diff))
    return <DiffView label={`Text since ${against}`} before={before.text} after={present.text} />;
  return (
    <Stack gap={2}>
      <DefinitionDiffView label={`Changes since ${against}`} diff={diff} />
    </Stack>
  );
}
