import { X } from 'lucide-react';
import { useMemo } from 'react';
import { valueAt } from '../../../src/base/json.ts';
import type { TrafficEntryView, TrafficExchange } from '../../../src/contract/contract.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { cx } from '../../components/cx.ts';
import { formatMilliseconds, formatSize } from '../../components/layout/measures.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { JsonText } from '../../components/text/JsonText.tsx';
import { inBackground } from '../../in-background.ts';
import { clientName } from '../../store/preview/traffic-entries.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { TrafficActions } from './TrafficActions.tsx';
import styles from './TrafficDetails.module.css';
import { furtherArgumentsText, resultText, transportText } from './traffic-text.ts';

const selector = ({ traffic: { details, selectedId } }: WorkbenchState) => ({
  details,
  isStale: details.status === 'open' && details.exchange.entry.id !== selectedId,
});

/** The messages of the selected entry, with its actions. While they load, the former ones stay, but take no press. */
export function TrafficDetails() {
  const { details, isStale } = useWorkbench(selector);
  const { openTrafficEntry } = useWorkbenchActions();
  return (
    <section aria-label="Selected message" inert={isStale} className={styles.details}>
      <div className={styles.close}>
        <IconButton label="Close the message" onPress={() => inBackground(openTrafficEntry(undefined))}>
          <X size={14} />
        </IconButton>
      </div>
      {details.status === 'open' && <Exchange key={details.exchange.entry.id} exchange={details.exchange} />}
      {details.status === 'failed' && (
        <Text tone="danger" size="s" breaks>
          {details.message}
        </Text>
      )}
    </section>
  );
}

function Exchange({ exchange }: { exchange: TrafficExchange }) {
  const { entry, request, answer, steps = [] } = exchange;
  const { method, subject, state, error, removed } = entry;
  // The forms of a call that waits come before its answer; further requests come after it.
  const numberedSteps = steps.map((step, index) => ({ step, number: index + 2 }));
  const forms = numberedSteps.filter(({ step }) => step.direction === 'out');
  const returns = numberedSteps.filter(({ step }) => step.direction === 'in');
  return (
    <>
      <header className={styles.head}>
        <h3 className={styles.title}>
          <code>{method}</code>
          {subject !== undefined && (
            <Text as="span" breaks shrink>
              {subject}
            </Text>
          )}
        </h3>
        <Text tone="faint" size="s">
          {factsOf(entry).join(' · ')}
        </Text>
        {error && (
          <Text tone="danger" size="s" breaks>
            {error.message}
          </Text>
        )}
        {removed !== undefined && (
          <Text tone="warning" size="s" breaks>
            {removed}
          </Text>
        )}
        <TrafficActions exchange={exchange} />
      </header>
      {request && <TrafficBody title={state === 'notification' ? 'Notification' : 'Request'} body={request} />}
      {forms.map(({ step, number }) => (
        <Step key={number} step={step} number={number} />
      ))}
      {answer && <TrafficBody title="Response" body={answer} method={method} />}
      {returns.map(({ step, number }) => (
        <Step key={number} step={step} number={number} />
      ))}
      {!answer && !error && state !== 'notification' && (
        <p className={cx(textClass({ tone: 'faint', size: 's' }), styles.missing)}>
          {state === 'waiting' ? 'No response yet.' : 'No response: the client stopped waiting or disconnected.'}
        </p>
      )}
    </>
  );
}

/** A further request of the call with its answer. */
function Step({ step, number }: { step: NonNullable<TrafficExchange['steps']>[number]; number: number }) {
  const { method, direction, request, answer, error } = step;
  return (
    <section aria-label={`Step ${number}`} className={styles.step}>
      <h4 className={styles.stepTitle}>
        {`Step ${number}`}
        <code>{method}</code>
        <Text as="span" tone="faint" size="s">
          {direction === 'out' ? 'from the server' : 'with the answer to the form'}
          {` · ${resultText(step)}`}
        </Text>
      </h4>
      {error && (
        <Text tone="danger" size="s" breaks>
          {error.message}
        </Text>
      )}
      <TrafficBody title={`Request of step ${number}`} body={request} />
      {answer && <TrafficBody title={`Response of step ${number}`} body={answer} />}
    </section>
  );
}

function factsOf(entry: TrafficEntryView): string[] {
  const { client, transport, server, revision, milliseconds } = entry;
  const clientTitle = transport === 'preview' || !client ? clientName(entry) : `${client.name} ${client.version}`;
  return [
    transport === 'preview' ? clientTitle : `${clientTitle} over ${transportText(transport)}`,
    server,
    ...(revision === undefined ? [] : [revision]),
    milliseconds === undefined ? resultText(entry) : `${formatMilliseconds(milliseconds)} ms`,
  ];
}

interface TrafficBodyProps {
  readonly title: string;
  readonly body: NonNullable<TrafficExchange['request']>;
  /** The method that it answers. */
  readonly method?: string;
}

/** Longer text is not coloured, because that takes noticeable time. Characters. */
const maxColouredLength = 200_000;

/** One message as JSON. */
function TrafficBody({ title, body: { text, size, isCut }, method }: TrafficBodyProps) {
  const { data, pretty } = useMemo(() => readMessage(text, isCut), [text, isCut]);
  const note = method === 'prompts/list' ? furtherArgumentsText(valueAt(data, ['result'])) : undefined;
  return (
    <div className={styles.body}>
      <div className={styles.bodyHead}>
        <h4>{title}</h4>
        <Text as="span" tone="faint" size="xs" tabular>
          {isCut ? `the first ${formatSize(text.length)} of ${formatSize(size)}` : formatSize(size)}
        </Text>
        <CopyButton label={`Copy the ${title.toLowerCase()} as JSON`} text={pretty} />
      </div>
      {note !== undefined && (
        <Text tone="faint" size="s" breaks>
          {note}
        </Text>
      )}
      {data === undefined || text.length > maxColouredLength ? (
        <pre className={styles.plain}>{pretty}</pre>
      ) : (
        <JsonText label={`${title} as JSON`} value={data} />
      )}
    </div>
  );
}

/** A truncated message is not valid JSON. */
function readMessage(text: string, isCut: boolean): { data?: unknown; pretty: string } {
  if (isCut) return { pretty: text };
  const data: unknown = JSON.parse(text);
  return { data, pretty: JSON.stringify(data, null, 2) };
}
