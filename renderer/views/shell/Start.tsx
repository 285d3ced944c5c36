import { Circle, CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { hasPromptTextEdit } from '../../store/definition/drafts.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { promptId } from '../../store/selectors.ts';
import type { StartStep } from '../../store/state/window.ts';
import type { WorkbenchState } from '../../store/state.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { runCommand } from './find/run-commands.ts';
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
    run: (store) => runCommand('go-preview', store),
  },
  {
    id: 'connect',
    title: 'Connect a client',
    text: 'A client connects to a server. It offers the prompts in its list as slash commands.',
    run: (store) => runCommand('connect', store),
  },
];

/** The three steps from a prompt to a connected client. A step is done when the person has done it. */
export default function Start() {
  const done = useWorkbench(({ start }) => start.done);
  const store = useWorkbenchStore();
  useProgress(store);
  const card = useRef<HTMLElement>(null);
  useCloseAfterwards(card, store, done.length === steps.length);
  return (
    <section ref={card} aria-label="Get started" className={styles.start}>
      <Row align="center" gap={1}>
        <h2 className={cx(styles.title, textClass({ weight: 'bold' }))}>
          {done.length < steps.length ? 'Get started' : 'All three steps are done'}
        </h2>
        <IconButton label="Close" onPress={() => store.actions.showStart(false)}>
          <X size={14} />
        </IconButton>
      </Row>
      <ol className={styles.steps}>
        {steps.map(({ id, title, text, run }) => {
          const isDone = done.includes(id);
          return (
            <li key={id}>
              <AriaButton className={cx(styles.step)} onPress={() => run(store)}>
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
                  <span className={styles.text}>{text}</span>
                </span>
              </AriaButton>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Watches what the person does; the dialog of a new prompt ends the first step too. The values of a sample that the window fills in by itself do not count. */
function useProgress({ state, actions }: WorkbenchStore): void {
  useEffect(() => {
    let isTried = false;
    return state.subscribe((now, before) => {
      const isEdited = now.drafts !== before.drafts && hasPromptTextEdit(now);
      if (isEdited) actions.finishStartStep('write');
      if (now.selection !== before.selection) isTried = false;
      else if (isEdited || hasTypedValue(now, before)) isTried = true;
      if (isTried && now.preview !== before.preview && now.preview.status === 'result') actions.finishStartStep('see');
      if (isConnected(now) && !isConnected(before)) actions.finishStartStep('connect');
    });
  }, [state, actions]);
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

/** Whether a value of the shown prompt was changed; the first ones come from a sample. */
function hasTypedValue(now: WorkbenchState, before: WorkbenchState): boolean {
  const id = promptId(now);
  if (id === undefined || promptId(before) !== id || now.values[id] === before.values[id]) return false;
  return before.values[id] !== undefined && hasAnswer(before);
}

function hasAnswer({ preview }: WorkbenchState): boolean {
  return preview.status === 'result' || preview.status === 'error';
}

function isConnected({ connect }: WorkbenchState): boolean {
  return connect.status === 'open' && connect.stage.kind === 'applied';
}
