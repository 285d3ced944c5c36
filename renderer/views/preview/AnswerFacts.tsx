import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { REVISIONS, type Revision, USUAL_REVISION } from '../../../src/model/revisions.ts';
import {
  formatMedia,
  formatTextSize,
  formatTokens,
  sizeOfMessage,
  sum,
  textsOf,
} from '../../components/answer/text-size.ts';
import { useTokenEstimate } from '../../components/answer/useTokenEstimate.ts';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { PreviewResult } from '../../store/state/preview.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './AnswerFacts.module.css';

/** Shown when a person points at the revision. */
const strings = {
  revision:
    'The revision of the Model Context Protocol that the preview uses. Choose an older one to see what older clients get.',
} as const;

const selector = ({ preview, isPreviewSlow }: WorkbenchState) => ({ preview, isPreviewSlow });
const revisionSelector = ({ previewRevision }: WorkbenchState) => previewRevision ?? USUAL_REVISION;

const newestRevision = REVISIONS.at(-1);
const revisions = REVISIONS.toReversed().map((value) => ({ value, ...noteOf(value) }));

function noteOf(revision: Revision): { note?: string } {
  if (revision === newestRevision) return { note: 'Newest, stateless' };
  return revision === USUAL_REVISION ? { note: 'Newest with a handshake' } : {};
}

/** The size and duration of the answer, and its protocol revision. */
export function AnswerFacts() {
  return (
    <div className={styles.facts}>
      <Facts />
      <RevisionChoice />
    </div>
  );
}

function Facts() {
  const { preview, isPreviewSlow } = useWorkbench(selector);
  if (isPreviewSlow)
    return (
      <span role="status" className={styles.size}>
        Waiting for the answer…
      </span>
    );
  const result = preview.status === 'result' ? preview.result : undefined;
  const lossCount = result?.losses.length ?? 0;
  return (
    <>
      <span className={styles.size}>
        {result && <Size result={result} />}
        {preview.status === 'error' && `${formatMilliseconds(preview.error.exchange.milliseconds)} ms`}
      </span>
      {lossCount > 0 && (
        <span className={styles.lost} title="The marks below show what this revision leaves out or changes">
          <TriangleAlert size={12} />
          {lossCount}
          <span className={styles.unseen}>{` lost in this revision`}</span>
        </span>
      )}
    </>
  );
}

function RevisionChoice() {
  const revision = useWorkbench(revisionSelector);
  const { setPreviewRevision } = useWorkbenchActions();
  return (
    <SmallSelect
      label="Protocol revision"
      prefix="MCP"
      title={strings.revision}
      value={revision}
      options={revisions}
      onChange={(chosenRevision) => setPreviewRevision(chosenRevision === USUAL_REVISION ? undefined : chosenRevision)}
    />
  );
}

function Size({ result: { messages, exchange } }: { result: PreviewResult }) {
  const size = useMemo(() => sum(messages.map(sizeOfMessage)), [messages]);
  const text = useMemo(() => textsOf(messages), [messages]);
  const otherFormats = useMemo(() => formatMedia(messages), [messages]);
  const tokens = useTokenEstimate(text);
  return (
    <>
      {tokens !== undefined && text !== '' && <span title={estimate}>{`answer ≈ ${formatTokens(tokens)}`}</span>}
      {otherFormats !== '' && <span>{otherFormats}</span>}
      <span>{formatTextSize(size, 'char')}</span>
      <span>{`${formatMilliseconds(exchange.milliseconds)} ms`}</span>
    </>
  );
}

const estimate = 'An estimate of the text of the whole answer, without images and audio; each model counts differently';
