import { useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import type { KeptRun } from '../../store/run/runs.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { exactTime, relativeTime } from '../history/version-words.ts';
import styles from './ResultsDialog.module.css';
import { RunAnswer } from './RunAnswer.tsx';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

/** The kept runs of the previewed prompt, newest first. */
export default function ResultsDialog() {
  const runs = useRuns();
  const { closeOverlay } = useWorkbenchActions();
  /** A text says why they cannot be read; undefined until they are. */
  const [keptRuns, setRead] = useState<readonly KeptRun[] | string>();
  useEffect(() => inBackground(runs.readResults().catch(sentence).then(setRead)), [runs]);
  const results = Array.isArray(keptRuns) ? (keptRuns as readonly KeptRun[]) : [];
  const clear = async () => {
    if (await runs.clearResults()) setRead([]);
  };
  return (
    <Modal
      title="Earlier answers"
      isWide
      onClose={closeOverlay}
      footer={
        <>
          <Button variant="danger" isDisabled={results.length === 0} onPress={() => inBackground(clear())}>
            Clear all
          </Button>
          <Button onPress={closeOverlay}>Close</Button>
        </>
      }
    >
      <Stack gap={3}>
        <Text tone="soft">{strings.aboutResults}</Text>
        {typeof keptRuns === 'string' && <Notice tone="danger">{keptRuns}</Notice>}
        {Array.isArray(keptRuns) && keptRuns.length === 0 && <Text tone="faint">{strings.noResults}</Text>}
        <ol aria-label="Earlier answers" className={styles.list}>
          {results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a kept run has no other identity than its place.
            <ResultRow key={index} result={result} />
          ))}
        </ol>
      </Stack>
    </Modal>
  );
}

function ResultRow({ result: { time, runner, values, version, outcome } }: { result: KeptRun }) {
  const [isOpen, setOpen] = useState(false);
  const valuesLine = Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
  return (
    <li className={styles.row}>
      <button type="button" aria-expanded={isOpen} className={styles.head} onClick={() => setOpen(!isOpen)}>
        <span className={styles.line}>
          <strong>{outcome.model ?? runner}</strong>
          {outcome.model !== undefined && ` · ${runner}`}
          {version !== undefined && ' · earlier version'}
          <time dateTime={time} title={exactTime(time)}>
            {relativeTime(time, Date.now())}
          </time>
        </span>
        {valuesLine !== '' && <span className={styles.values}>{valuesLine}</span>}
        {!isOpen && (
          <span className={styles.text}>
            {outcome.kind === 'failure' ? outcome.message : outcome.text.slice(0, 200)}
          </span>
        )}
      </button>
      {isOpen && (
        <div className={styles.answer}>
          <RunAnswer
            run={{ id: undefined, runner, values, text: outcome.text, leavesOut: [], questions: [], end: outcome }}
          />
        </div>
      )}
    </li>
  );
}
