import { ClipboardCheck, Code, Text as TextIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { OriginText } from '../../components/answer/OriginText.tsx';
import { IconButton } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import { selectCanKeepTests } from '../../store/content/keep-test.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { Run } from '../../store/state/run.ts';
import styles from './RunAnswer.module.css';
import { RunFigures } from './RunFigures.tsx';
import { AskedList, RunQuestions } from './RunQuestions.tsx';
import { useRuns } from './useRuns.ts';

const MarkdownText = lazyView(() => import('../../components/answer/MarkdownText.tsx'));

const viewOptions = [
  { value: 'markdown', label: 'As Markdown', icon: <TextIcon size={14} /> },
  { value: 'text', label: 'As plain text', icon: <Code size={14} /> },
] as const;

interface RunAnswerProps {
  readonly run: Run;
  /** What was left out is shown elsewhere. */
  readonly hidesLeftOut?: boolean;
}

/** One run: what was left out, the answer as far as it has arrived, its figures, and why it failed. */
export function RunAnswer({ run, hidesLeftOut = false }: RunAnswerProps) {
  const [look, setLook] = useState<'markdown' | 'text'>('markdown');
  const { runner, text, leavesOut, end } = run;
  const canKeep = useWorkbench(selectCanKeepTests);
  const runs = useRuns();
  return (
    <>
      {!hidesLeftOut &&
        leavesOut.map((sentence) => (
          <Text key={sentence} tone="warning" size="s" breaks>
            {sentence}
          </Text>
        ))}
      <RunQuestions run={run} />
      <RunEnd run={run} />
      {end && end.kind !== 'refused' && (
        <Row align="start" justify="between" gap={2}>
          <RunFigures outcome={end} />
          {text !== '' && (
            <Row align="center" gap={1} fixed>
              <Segmented label="Format of the answer" value={look} options={viewOptions} onChange={setLook} />
              <CopyButton label="Copy the answer" text={() => text} />
              {canKeep && end.kind === 'answer' && (
                <IconButton label="Keep as expected answer" onPress={() => inBackground(runs.keepAnswer(run))}>
                  <ClipboardCheck size={14} />
                </IconButton>
              )}
            </Row>
          )}
        </Row>
      )}
      {end && end.kind !== 'refused' && end.asked && <AskedList permissionRequests={end.asked} />}
      {text !== '' && (
        <section aria-label={`Answer of ${runner}`} aria-busy={!end} className={styles.answer}>
          {end && look === 'markdown' ? (
            <Suspense fallback={<OriginText text={text} />}>
              <MarkdownText text={text} />
            </Suspense>
          ) : (
            <OriginText text={text} />
          )}
        </section>
      )}
    </>
  );
}

/** Whether the run goes on, and why it ended without a whole answer. */
function RunEnd({ run: { runner, text, questions, end } }: { run: Run }) {
  if (!end && questions.length > 0) return null;
  if (!end)
    return (
      <Text role="status" tone="soft" size="s">
        {text === '' ? `Waiting for ${runner}…` : `${runner} is answering…`}
      </Text>
    );
  if (end.kind === 'refused') return <Notice tone="warning">{end.message}</Notice>;
  if (end.kind === 'failure')
    return (
      <Notice tone={end.code === 'stopped' ? 'info' : 'danger'} title={end.message}>
        {end.raw !== undefined && (
          <Fold title={`What ${runner} said`}>
            <FramedText className={styles.raw}>{end.raw}</FramedText>
          </Fold>
        )}
      </Notice>
    );
  const { stopReason } = end;
  if (stopReason === 'length')
    return <Notice tone="warning">The answer is cut off: it reached the limit of output tokens.</Notice>;
  if (stopReason === 'refused') return <Notice tone="warning">The model declined to answer.</Notice>;
  return text === '' ? <Text tone="faint">The answer is empty.</Text> : null;
}
