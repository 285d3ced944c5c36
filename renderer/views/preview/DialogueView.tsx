import { useState } from 'react';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import type { Question, Reply, Values } from '../../../src/model/dialogue/dialogue.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { ValueControl } from '../../components/controls/ValueControl.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { isObject, type Json, type JsonObject } from '../../store/definition/json.ts';
import {
  acceptedContent,
  givenValues,
  type PlayedDialogue,
  playDialogue,
  type Round,
} from '../../store/preview/dialogue-play.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectPreviewed, selectValues } from '../../store/selectors.ts';
import styles from './DialogueView.module.css';

/** The forms that a client shows for the previewed prompt and its values, step by step. */
export default function DialogueView() {
  const prompt = useWorkbench(selectPreviewed)?.form;
  const typed = useWorkbench(selectValues);
  if (!prompt) return null;
  const { values, faults } = givenValues(prompt, typed);
  // Another definition or other values begin another dialogue.
  return <Dialogue key={JSON.stringify([prompt, values])} prompt={prompt} given={values} faults={faults} />;
}

interface DialogueProps {
  readonly prompt: PromptSummary;
  readonly given: Values;
  readonly faults: readonly string[];
}

function Dialogue({ prompt, given, faults }: DialogueProps) {
  const [replies, setReplies] = useState<readonly Reply[]>([]);
  const played = playDialogue(prompt, given, replies);
  return (
    <Stack gap={3}>
      <Text tone="faint" size="s">
        What a client with forms shows for the values above, if it speaks MCP 2026-07-28. Questions of a function are
        not played here.
      </Text>
      {faults.map((fault) => (
        <Text key={fault} tone="warning" size="s">
          {fault} It is not sent.
        </Text>
      ))}
      {played.rounds.map((round, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round has no other identity than its place.
        <section key={index} aria-label={`Form ${index + 1}`} className={styles.form}>
          <p className={styles.message}>{round.question.message}</p>
          {round.reply ? (
            <Answered round={round} />
          ) : (
            <Form prompt={prompt} question={round.question} onReply={(reply) => setReplies([...replies, reply])} />
          )}
          <Messages title={`JSON-RPC of form ${index + 1}`} parts={[round.request, round.response]} />
        </section>
      ))}
      <End prompt={prompt} played={played} onRestart={replies.length > 0 ? () => setReplies([]) : undefined} />
    </Stack>
  );
}

function Form({
  prompt,
  question,
  onReply,
}: {
  prompt: PromptSummary;
  question: Question;
  onReply: (reply: Reply) => void;
}) {
  const [typed, setTyped] = useState<Values>(() =>
    Object.fromEntries(question.fields.map(({ name, value = '' }) => [name, value])),
  );
  return (
    <>
      {question.fields.map((field) => {
        const shared = {
          label: field.title ?? field.name,
          description: field.description,
          value: typed[field.name] ?? '',
          onChange: (value: string) => setTyped((before) => ({ ...before, [field.name]: value })),
        };
        return field.kind === undefined ? (
          <Field key={field.name} {...shared} isRequired={field.required} multiline={field.multiline === true} />
        ) : (
          <ValueControl
            key={field.name}
            {...shared}
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
          onPress={() => onReply({ action: 'accept', content: acceptedContent(question, typed) })}
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
  decline: 'Declined: goes on with the defaults',
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
  played: { rounds, end, lastRequest },
  onRestart,
}: {
  prompt: PromptSummary;
  played: PlayedDialogue;
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
