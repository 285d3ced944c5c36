import { useMemo, useState } from 'react';
import type { HistoryContent, HistoryVersion } from '../../../src/contract/contract.ts';
import { compareDefinitions, isEmptyDiff } from '../../../src/model/diff/definition-diff.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { DefinitionDiffView } from '../../components/definition-diff/DefinitionDiffView.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { DiffView } from '../../components/text/DiffView.tsx';
import styles from './VersionDetail.module.css';
import { exactTime, originOf } from './version-words.ts';

const bases = [
  { value: 'change', label: 'This change' },
  { value: 'since', label: 'Since then' },
] as const;

const forms = [
  { value: 'parts', label: 'By field' },
  { value: 'text', label: 'Text' },
] as const;

const strings = {
  oldest: 'This is the first saved version. “Since then” shows the changes.',
  broughtBack: 'The file was missing before this version. “Since then” shows the changes.',
} as const;

type Content = HistoryContent['previous'];

interface VersionDetailProps {
  readonly version: HistoryVersion;
  readonly isOldest: boolean;
  readonly content: HistoryContent;
  /** The current content of the file. */
  readonly present: Content;
  readonly onRestore: () => void;
}

/** What one version changed, or what changed since then, with a button to restore it. */
export function VersionDetail({ version, isOldest, content, present, onRestore }: VersionDetailProps) {
  const [base, setBase] = useState<'change' | 'since'>('change');
  const [form, setForm] = useState<'parts' | 'text'>('parts');
  const [before, after] = base === 'change' ? [content.previous, content] : [content, present];
  const isNewFile = base === 'change' && content.previous.text === undefined;
  const isReadable = before.value !== undefined && after.value !== undefined;
  const shownForm = isReadable ? form : 'text';
  const canRestore = !version.isCurrent && content.text !== undefined && content.text !== present.text;
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Text as="h3" size="m" weight="bold" breaks>
            {version.summary}
          </Text>
          <Text
            tone="faint"
            size="s"
          >{`${exactTime(version.when)} · ${originOf(version, isOldest)}${version.isUndone ? ' · undone' : ''}`}</Text>
        </div>
        <Button isDisabled={!canRestore} onPress={onRestore}>
          Restore this version
        </Button>
      </div>
      <div className={styles.controls}>
        <Segmented label="What to compare" value={base} options={bases} onChange={setBase} />
        <Segmented
          label="Show the difference"
          value={shownForm}
          options={forms}
          onChange={setForm}
          isDisabled={!isReadable}
        />
      </div>
      <div className={styles.body}>
        {isNewFile ? (
          <Text tone="faint">{isOldest ? strings.oldest : strings.broughtBack}</Text>
        ) : (
          <Difference before={before} after={after} form={shownForm} />
        )}
      </div>
    </div>
  );
}

function Difference({ before, after, form }: { before: Content; after: Content; form: 'parts' | 'text' }) {
  const diff = useMemo(() => compareDefinitions(before.value, after.value), [before.value, after.value]);
  if (before.text === after.text) return <Text tone="faint">No differences.</Text>;
  if (form === 'text') {
    return <DiffView label="Text changes" before={before.text ?? ''} after={after.text ?? ''} />;
  }
  if (isEmptyDiff(diff)) {
    return (
      <Text tone="faint">The definition is unchanged; only the file's text differs. Choose “Text” to see it.</Text>
    );
  }
  return <DefinitionDiffView label="Changes by field" diff={diff} />;
}
