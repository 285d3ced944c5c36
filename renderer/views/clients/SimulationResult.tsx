import { Wand2 } from 'lucide-react';
import { Suspense } from 'react';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { Simulation } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { ReachMark, reachWords } from './reach.tsx';
import styles from './SimulationResult.module.css';

const OwnCheck = lazyView(() => import('../run/reach/OwnCheck.tsx'));

/** `Message 2`, `Messages 2 and 4`. */
function messageNumbers(messages: readonly number[]): string {
  const numbers = messages.map((message) => String(message + 1));
  return `Message${numbers.length === 1 ? '' : 's'} ${wordList(numbers)}`;
}

/** What a prompt that asks gets in a client application. */
const askingSentences: Readonly<Record<NonNullable<Simulation['asking']>, (name: string) => string>> = {
  drawn: (name) => `The prompt asks: ${name} shows a form for the values that the line does not have.`,
  declared: (name) =>
    `The prompt asks by elicitation, which ${name} declares. Untested: whether it shows the form for a prompt.`,
  none: (name) => `${name} shows no forms for prompts: only entered values and defaults arrive.`,
  untested: (name) => `The prompt asks. Untested: whether ${name} shows its form. Entered values arrive.`,
};

interface SimulationResultProps {
  readonly simulation: Simulation;
  /** Of the client application. */
  readonly name: string;
  /** The evidence for the facts about the application. */
  readonly evidence: string;
}

/** Whether the prompt arrives, what is lost, and fixes. */
export function SimulationResult({ simulation, name, evidence }: SimulationResultProps) {
  const { applyFix } = useWorkbenchActions();
  const { reach, message, asking, losses, fixes } = simulation;
  return (
    <section aria-label={`Result in ${name}`} className={styles.verdict} data-reach={reach}>
      <Row as="p" align="center" gap={2}>
        <ReachMark reach={reach} size={16} />
        <strong>The prompt {reachWords(reach, name)}.</strong>
      </Row>
      {message !== undefined && <p>{message}</p>}
      {asking && <p>{askingSentences[asking](name)}</p>}
      {losses.length > 0 && (
        <ul className={styles.losses}>
          {losses.map((loss) => (
            <li key={`${loss.messages} ${loss.text}`} data-severity={loss.severity}>
              {loss.messages && <span className={styles.place}>{messageNumbers(loss.messages)}</span>}
              {loss.text}
            </li>
          ))}
        </ul>
      )}
      {fixes.length > 0 && (
        <Row wrap gap={2}>
          {fixes.map((fix) => (
            <Button key={fix.label} onPress={() => inBackground(applyFix(fix))}>
              <Wand2 size={14} />
              {fix.label}
            </Button>
          ))}
        </Row>
      )}
      <Suspense>
        <OwnCheck client={simulation.client} />
      </Suspense>
      <Text tone="faint" size="xs">
        Evidence: {evidence}.
      </Text>
    </section>
  );
}
