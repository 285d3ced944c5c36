import type { ReactNode } from 'react';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { Simulation } from '../../../src/contract/contract.ts';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import type { Message } from '../../components/text/content-block.ts';
import { MessageList } from '../../components/text/MessageList.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { LineEditor } from './LineEditor.tsx';
import { ReadByModel } from './ReadByModel.tsx';
import styles from './SimulationSteps.module.css';

interface SimulationStepsProps {
  readonly simulation: Simulation;
  /** Of the client application. */
  readonly name: string;
  /** The declared arguments in order. */
  readonly names: readonly string[];
}

/** The steps of a simulation, as far as the prompt gets. */
export function SimulationSteps({ simulation, name, names }: SimulationStepsProps) {
  const { line, sentValues, joinedValues, formValues, answer, read, assumedValues } = simulation;
  return (
    <Stack as="ol" gap={4}>
      {assumedValues && (
        <Text as="li" tone="faint" size="s">
          These are example values, because none are filled in.
        </Text>
      )}
      {line && (
        <Step title="Typed">
          <LineEditor line={line} names={names} />
        </Step>
      )}
      {sentValues && (
        <Step title={line ? 'Sent' : 'Entered in a form and sent'}>
          <SentValues sentValues={sentValues} joinedValues={joinedValues} names={names} />
        </Step>
      )}
      {formValues && (
        <Step title="Entered in the form">
          <ValueList values={formValues} names={names} />
        </Step>
      )}
      {answer && (
        <Step title="Returned">
          <Fold title={formatCount(answer.length, 'message')} of="Returned messages">
            <MessageList messages={answer as unknown as readonly Message[]} names={names} highlightedKey={undefined} />
          </Fold>
        </Step>
      )}
      {read && (
        <Step title="Read by the model">
          <ReadByModel pieces={read} name={name} />
        </Step>
      )}
    </Stack>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <Text as="h4" tone="soft" size="s" weight="medium">
        {title}
      </Text>
      {children}
    </li>
  );
}

type Values = Readonly<Record<string, string>>;

interface SentValuesProps {
  /** The `arguments` of `prompts/get`. */
  readonly sentValues: Values;
  /** The same after the server joined them. */
  readonly joinedValues: Values | undefined;
  readonly names: readonly string[];
}

/** The arguments that the server receives. */
function SentValues({ sentValues, joinedValues, names }: SentValuesProps) {
  return (
    <>
      <ValueList values={joinedValues ?? sentValues} names={names} />
      {joinedValues && (
        <p className={styles.none}>Sent as {Object.keys(sentValues).length} words, which the server joins.</p>
      )}
    </>
  );
}

function ValueList({ values, names }: { readonly values: Values; readonly names: readonly string[] }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return <p className={styles.none}>No arguments.</p>;
  return (
    <Stack as="dl" gap={1}>
      {entries.map(([name, value]) => (
        <div key={name} className={styles.value} data-thread={threadOf(names.indexOf(name))}>
          <dt>{name}</dt>
          <dd>{value === '' ? <span className={styles.none}>empty</span> : value}</dd>
        </div>
      ))}
    </Stack>
  );
}
