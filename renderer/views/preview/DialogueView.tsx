import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { DialogueStep, FormReply, PromptSummary } from '../../../src/contract/contract.ts';
import type { Question, Values } from '../../../src/model/dialogue/dialogue.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { ValueControl } from '../../components/fields/ValueControl.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { inBackground } from '../../in-background.ts';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import {
  acceptedContent,
  type FunctionReply,
  givenValues,
  type PlayedDialogue,
  playDialogue,
  type Round,
  withFunctionForms,
} from '../../store/preview/dialogue-play.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectPreviewed, selectValues } from '../../store/selectors.ts';
import styles from './DialogueView.module.css';

/** The forms that a client shows for the previewed prompt and its values, step by step. */
export default function DialogueView({ takesFocus }: { readonly takesFocus: boolean }) {
  const previewedPrompt = useWorkbench(selectPreviewed);
  const typedValues = useWorkbench(selectValues);
  const text = useWorkbench(({ definition }) => (definition.status === 'open' ? definition.view.version : ''));
  const dialogue = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) dialogue.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [takesFocus]);
  if (!previewedPrompt) return null;
  const { form: prompt, server } = previewedPrompt;
  const { values, faults } = givenValues(prompt, typedValues);
  // Another definition or other values begin another dialogue.
  const key = JSON.stringify([prompt, values, prompt.asksInFunction && text]);
  return (
    <div ref={dialogue}>
      <Dialogue key={key} server={server} prompt={prompt} givenValues={values} faults={faults} />
    </div>
  );
}

interface DialogueProps {
  readonly server: string;
  readonly prompt: PromptSummary;
  readonly givenValues: Values;
  readonly faults: readonly string[];
}

function Dialogue({ server, prompt, givenValues, faults }: DialogueProps) {
  const [replies, setReplies] = useState<readonly FormReply[]>([]);
  const [givenReplies, setAnswered] = useState<readonly FunctionReply[]>([]);
  const ofArguments = playDialogue(prompt, givenValues, replies);
  const isFunction = prompt.asksInFunction === true && ofArguments.end?.kind === 'values';
  const allReplies = isFunction ? [...replies, ...givenReplies.map(({ reply }) => reply)] : undefined;
  const next = useFunctionStep(server, prompt.name, givenValues, allReplies);
  const dialogue = isFunction ? withFunctionForms(prompt, givenValues, ofArguments, givenReplies, next) : ofArguments;
  const answer = (question: Question, reply: FormReply) => {
    if (isFunction) setAnswered([...givenReplies, { question, reply }]);
    else setReplies([...replies, reply]);
  };
  const restart = () => {
    setReplies([]);
    setAnswered([]);
  };
  return (
    <Stack gap={3}>
      <Text tone="faint" size="s">
        What a client with forms shows for the values above, if it speaks MCP 2026-07-28.
        {prompt.asksInFunction && ' The function runs again for each of its forms.'}
      </Text>
      {faults.map((fault) => (
        <Text key={fault} tone="warning" size="s">
          {fault} It is not sent.
        </Text>
      ))}
      {dialogue.rounds.map((round, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round has no other identity than its place.
        <section key={index} aria-label={`Form ${index + 1}`} className={styles.form}>
          <p className={styles.message}>{round.question.message}</p>
          {round.reply ? (
            <Answered round={round} />
          ) : (
            <Form prompt={prompt} question={round.question} onReply={(reply) => answer(round.question, reply)} />
          )}
          <Messages title={`JSON-RPC of form ${index + 1}`} parts={[round.request, round.response]} />
        </section>
      ))}
      {isFunction && !next && <Text tone="soft">The function runs…</Text>}
      <End
        prompt={prompt}
        dialogue={dialogue}
        onRestart={dialogue.rounds.some(({ reply }) => reply) ? restart : undefined}
      />
    </Stack>
  );
}

/** What the function does after these answers; undefined while it runs, and without answers. */
function useFunctionStep(
  server: string,
  prompt: string,
  values: Values,
  replies: readonly FormReply[] | undefined,
): DialogueStep | undefined {
  const { askFunction } = useWorkbenchActions();
  const key = replies && JSON.stringify(replies);
  const [step, setStep] = useState<{ readonly key: string; readonly next: DialogueStep }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers the answers, and other values begin another dialogue.
  useEffect(() => {
    if (!replies || key === undefined) return;
    let isOver = false;
    const show = (next: DialogueStep) => {
      if (!isOver) setStep({ key, next });
    };
    const answer = askFunction(server, prompt, values, replies);
    inBackground(answer.then(show, (error: unknown) => show({ kind: 'refused', message: sentence(error) })));
    return () => {
      isOver = true;
    };
  }, [key]);
  return step !== undefined && step.key === key ? step.next : undefined;
}

function Form({
  prompt,
  question,
  onReply,
}: {
  prompt: PromptSummary;
  question: Question;
  onReply: (reply: FormReply) => void;
}) {
  const [typedTexts, setTyped] = useState<Values>(() =>
    Object.fromEntries(question.fields.map(({ name, value = '' }) => [name, value])),
  );
  return (
    <>
      {question.fields.map((field) => {
        const sharedProps = {
          label: field.title ?? field.name,
          description: field.description,
          value: typedTexts[field.name] ?? '',
          onChange: (value: string) => setTyped((before) => ({ ...before, [field.name]: value })),
        };
        return field.kind === undefined ? (
          <Field key={field.name} {...sharedProps} isRequired={field.required} multiline={field.multiline === true} />
        ) : (
          <ValueControl
            key={field.name}
            {...sharedProps}
            rules={field}
            hue={threadOf(prompt.arguments.findIndex(({ name }) => name === field.name))}
            hint={
              field.required && (
                <Text as="span" tone="accent" size="xs">
                  required
                </Text>
              )
            }
          />
        );
      })}
      <Row wrap gap={2}>
        <Button
          variant="primary"
          onPress={() => onReply({ action: 'accept', content: acceptedContent(question, typedTexts) })}
        >
          Accept
        </Button>
        <Button onPress={() => onReply({ action: 'decline' })}>Decline</Button>
        <Button variant="quiet" onPress={() => onReply({ action: 'cancel' })}>
          Cancel
        </Button>
      </Row>
    </>
  );
}

const answers: Readonly<Record<string, string>> = {
  accept: 'Accepted without values',
  decline: 'Declined: continues with the defaults',
  cancel: 'Cancelled',
};

function Answered({ round: { reply } }: { round: Round }) {
  const content = Object.entries(isObject(reply?.content as Json) ? (reply?.content as JsonObject) : {});
  if (content.length === 0) return <Text tone="soft">{answers[String(reply?.action)]}</Text>;
  return (
    <dl className={styles.answered}>
      {content.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function End({
  prompt,
  dialogue: { rounds, end, lastRequest },
  onRestart,
}: {
  prompt: PromptSummary;
  dialogue: PlayedDialogue;
  onRestart: (() => void) | undefined;
}) {
  const { fillValues } = useWorkbenchActions();
  if (!end) return null;
  return (
    <section aria-label="End of the dialogue" className={styles.end}>
      <Stack gap={2}>
        <Text>
          {end.kind === 'refused'
            ? end.message
            : rounds.length === 0
              ? `The values above are complete: ${prompt.name} asks nothing.`
              : 'Nothing is left to ask: the client gets the answer for these values.'}
        </Text>
        <Row wrap gap={2}>
          {end.kind === 'values' && rounds.length > 0 && (
            <Button onPress={() => fillValues({ ...end.state.values })}>Preview with these values</Button>
          )}
          {onRestart && <Button onPress={onRestart}>Start again</Button>}
        </Row>
        {rounds.length > 0 && lastRequest && (
          <Messages
            title="JSON-RPC of the end"
            parts={[
              lastRequest,
              ...(end.kind === 'refused'
                ? [{ error: { code: end.reason === 'cancelled' ? -32603 : -32602, message: end.message } }]
                : []),
            ]}
          />
        )}
      </Stack>
    </section>
  );
}

function Messages({ title, parts }: { title: string; parts: readonly JsonObject[] }) {
  return (
    <Fold title={title}>
      <Stack gap={2}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the request, then the response.
          <JsonText key={index} label={index === 0 ? 'Request' : 'Response'} value={part} />
        ))}
      </Stack>
    </Fold>
  );
}
