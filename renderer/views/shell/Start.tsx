import { ChevronDown, ChevronUp, Circle, CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectPreviewed, selectServers } from '../../store/selectors.ts';
import type { StartStep } from '../../store/state/window.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { followStart, isFullAnswer } from '../../store/workspace/start-steps.ts';
import { runCommand } from './find/run-commands.ts';
import { pressInAnswer } from './jump.ts';
import styles from './Start.module.css';

interface Step {
  readonly id: StartStep;
  readonly title: string;
  readonly text: string;
  readonly run: (store: WorkbenchStore) => void;
}

const steps: readonly Step[] = [
  {
    id: 'write',
    title: 'Write a prompt',
    text: 'Create one, or edit a sample. A name between `backticks` is a slot that an argument fills.',
    run: (store) => runCommand('new-prompt', store),
  },
  {
    id: 'see',
    title: 'See what a client gets',
    text: 'Fill in values: the preview is the answer of the real MCP server.',
    run: showAnswer,
  },
  {
    id: 'connect',
    title: 'Connect a client',
    text: 'A client connects to a server. It offers the prompts in its list as slash commands.',
    run: (store) => runCommand('connect', store),
  },
];

/**
 * Without a prompt on the page, leads to the first one, or to a new one. A full answer has been seen then; otherwise the
 * values are next. A prompt without arguments has none: the message is its answer.
 */
function showAnswer(store: WorkbenchStore): void {
  const state = store.state.getState();
  const prompt = selectPreviewed(state)?.form;
  if (prompt === undefined) {
    showFirstPrompt(store);
    return;
  }
  if (prompt.arguments.length > 0) runCommand('go-preview', store);
  else inBackground(pressInAnswer(store, 'messages'));
  if (isFullAnswer(state)) store.actions.finishStartStep('see');
}

function showFirstPrompt(store: WorkbenchStore): void {
  const ownServers = selectServers(store.state.getState()).filter(({ file }) => file !== undefined);
  const firstPrompt = ownServers.flatMap(({ name, prompts }) => prompts.map(({ key }) => ({ server: name, key })))[0];
  if (firstPrompt === undefined) runCommand('new-prompt', store);
  else store.actions.select({ kind: 'prompt', ...firstPrompt });
}

/** The three steps from a prompt to a connected client. Once the first is done, only the next one has a row. */
export default function Start() {
  const doneSteps = useWorkbench(({ start }) => start.doneSteps);
  const store = useWorkbenchStore();
  useEffect(() => followStart(store), [store]);
  const card = useRef<HTMLElement>(null);
  const isDone = doneSteps.length === steps.length;
  useCloseAfterwards(card, store, isDone);
  const [wantsAll, setWantsAll] = useState(false);
  const isCompact = doneSteps.length > 0 && !wantsAll;
  const next = steps.find(({ id }) => !doneSteps.includes(id));
  return (
    <section ref={card} aria-label="Get started" className={styles.start}>
      <Row align="center" gap={1}>
        <h2 className={cx(styles.title, textClass({ weight: 'bold' }))}>
          {isDone ? 'All three steps are done' : 'Get started'}
          {isCompact && !isDone && (
            <span className={textClass({ tone: 'soft', size: 's' })}>{` ${doneSteps.length} of ${steps.length}`}</span>
          )}
        </h2>
        {doneSteps.length > 0 && !isDone && (
          <IconButton
            label={isCompact ? 'Show all steps' : 'Show only the next step'}
            aria-expanded={!isCompact}
            onPress={() => setWantsAll(isCompact)}
          >
            {isCompact ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
          </IconButton>
        )}
        <IconButton label="Close" onPress={() => store.actions.showStart(false)}>
          <X size={14} />
        </IconButton>
      </Row>
      <ol className={styles.steps}>
        {steps
          .filter((step) => !isCompact || step === next)
          .map(({ id, title, text, run }) => (
            <StepRow
              key={id}
              title={title}
              text={isCompact ? undefined : text}
              isDone={doneSteps.includes(id)}
              onPress={() => run(store)}
            />
          ))}
      </ol>
    </section>
  );
}

interface StepRowProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly isDone: boolean;
  readonly onPress: () => void;
}

function StepRow({ title, text, isDone, onPress }: StepRowProps) {
  return (
    <li>
      <AriaButton className={cx(styles.step)} onPress={onPress}>
        {isDone ? (
          <CircleCheck size={15} className={textClass({ tone: 'good' })} />
        ) : (
          <Circle size={15} className={textClass({ tone: 'faint' })} />
        )}
        <span>
          <span className={textClass({ weight: 'medium' })}>
            {title}
            {isDone && <VisuallyHidden elementType="span">, done</VisuallyHidden>}
          </span>
          {text !== undefined && <span className={styles.text}>{text}</span>}
        </span>
      </AriaButton>
    </li>
  );
}

/** Once all steps are done, the next press or key outside the card and of any dialog closes it for good. */
function useCloseAfterwards(card: RefObject<HTMLElement | null>, { actions }: WorkbenchStore, isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return;
    let isOutside = false;
    const begin = ({ target }: Event) => {
      const isInCard = target instanceof Node && card.current?.contains(target);
      isOutside = !isInCard && document.querySelector('[role=dialog]') === null;
    };
    // The press does its work first, on a page that has not moved.
    const end = () => isOutside && actions.showStart(false);
    document.addEventListener('pointerdown', begin, true);
    document.addEventListener('keydown', begin, true);
    document.addEventListener('click', end);
    document.addEventListener('keyup', end);
    return () => {
      document.removeEventListener('pointerdown', begin, true);
      document.removeEventListener('keydown', begin, true);
      document.removeEventListener('click', end);
      document.removeEventListener('keyup', end);
    };
  }, [card, actions, isDone]);
}
