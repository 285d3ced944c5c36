import type { ReactNode } from 'react';
import { BlockView } from '../../components/answer/BlockView.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { formatMilliseconds } from '../../components/layout/measures.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { readBlocks } from '../../components/text/content-block.ts';
import { JsonText } from '../../components/text/JsonText.tsx';
import { LogLines } from '../../components/text/LogLines.tsx';
import { isObject, type Json } from '../../store/definition/json.ts';
import type { ToolTrial } from '../../store/state/preview.ts';
import styles from './CallResult.module.css';

type Call = Pick<Extract<ToolTrial, { kind: 'result' }>, 'exchange' | 'progress' | 'log'>;
type Report = Call['progress'][number];

interface CallSectionsProps extends Call {
  /** The answer itself. */
  readonly children: ReactNode;
  /** Sections between the log and the JSON-RPC exchange. */
  readonly moreActions?: ReactNode;
}

/** Everything about a finished call: its answer and duration, progress, log, request and response. */
export function CallSections({ exchange, progress, log, children, moreActions }: CallSectionsProps) {
  const duration = (
    <Text as="span" tone="faint" size="s" tabular>
      {formatMilliseconds(exchange.milliseconds)} ms
    </Text>
  );
  return (
    <>
      <Section title="Answer" aside={duration}>
        {exchange.removed !== undefined && (
          <Text tone="warning" size="s" breaks>
            {exchange.removed}
          </Text>
        )}
        {children}
      </Section>
      {progress.length > 0 && (
        <Section title="Progress">
          <ProgressReports reports={progress} />
        </Section>
      )}
      {log.length > 0 && (
        <Section title="Log of this call">
          <LogLines lines={log} />
        </Section>
      )}
      {moreActions}
      <Exchange title="Request" value={exchange.request} />
      <Exchange title="Response" value={exchange.response} />
    </>
  );
}

/** The progress notifications of a call. */
function ProgressReports({ reports }: { reports: readonly Report[] }) {
  return (
    <Text as="ol" tone="soft" size="s">
      {reports.map((report, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reports have no ids.
        <li key={index}>{progressText(report)}</li>
      ))}
    </Text>
  );
}

function progressText({ progress, total, message }: Report): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message ? `${far}: ${message}` : far;
}

/** The content and structured content of a `tools/call` result. */
export function ResultContent({ result }: { result: Json | undefined }) {
  if (!isObject(result)) return null;
  const { content, structuredContent } = result;
  return (
    <>
      {readBlocks(content ?? []).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids.
        <div key={index} className={styles.block}>
          {block.type === 'unknown' ? <JsonText label="Content" value={block.value} /> : <BlockView block={block} />}
        </div>
      ))}
      {structuredContent !== undefined && (
        <>
          <Text as="h4" tone="faint" size="s" weight="medium">
            Structured content
          </Text>
          <JsonText label="Structured content" value={structuredContent} />
        </>
      )}
    </>
  );
}

/** One side of a JSON-RPC exchange. */
function Exchange({ title, value }: { title: string; value: Json }) {
  return (
    <Fold title={title}>
      <div className={styles.exchange}>
        <CopyButton label={`Copy the ${title.toLowerCase()}`} text={() => JSON.stringify(value, null, 2)} />
        <JsonText label={title} value={value} />
      </div>
    </Fold>
  );
}
