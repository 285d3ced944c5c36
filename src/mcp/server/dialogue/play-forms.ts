/**
 * Plays the dialogue of one call with its client: the forms of the arguments, then those of the function. A function
 * that asks runs again from its start with the answers so far, so that a stateless call can continue in any process.
 * Loaded with the first prompt or tool that asks.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import type { PromptDefinition } from '../../../model/definitions.ts';
import {
  continueDialogue,
  type DialogueState,
  maxRounds,
  nextStep,
  type Reply,
  type Values,
} from '../../../model/dialogue/dialogue.ts';
import { formSchema } from '../../../model/dialogue/form-schema.ts';
import { functionForm, valuesOfReply } from '../../../model/dialogue/function-form.ts';
import { internalError, invalidParams } from '../answer/failure.ts';
import type { AskPerson } from '../answer/render-context.ts';
import { type Form, type FormClient, FormRefused } from './form-client.ts';
import { MissingForms } from './input-required.ts';
import { type DialogueSubject, openState, sealState } from './state-token.ts';

export interface FormCall<T> {
  readonly subject: DialogueSubject;
  /** Absent for a tool, whose arguments a model chooses. */
  readonly prompt?: PromptDefinition;
  /** The values of the request. */
  readonly givenValues: Values;
  /** Absent if the client shows no forms. */
  readonly client: FormClient | undefined;
  /** Whether the client's revision has an error for forms that the client lacks. */
  readonly namesMissingForms: boolean;
  /** The keys of states: the first one signs, all are accepted. */
  keys(): Promise<readonly string[]>;
  readonly signal: AbortSignal | undefined;
  /** Computes the answer. `signal` fires when the function asks something new. */
  answer(values: Values, ask: AskPerson, signal: AbortSignal): Promise<T>;
}

interface Progress {
  readonly state: DialogueState;
  /** The answers to the forms of the function, in order. */
  readonly replies: readonly Reply[];
}

/** The name of a form for the arguments of a prompt. */
const promptForm = 'form';

/**
 * A client that refuses a form gets what a client without forms gets.
 * @throws InputRequired if the client has to send the request again; ProtocolError or WorkbenchError as the call does
 */
export async function playForms<T>(call: FormCall<T>): Promise<T> {
  try {
    return await play(call);
  } catch (error) {
    if (error instanceof FormRefused) return play({ ...call, client: undefined });
    throw error;
  }
}

async function play<T>(call: FormCall<T>): Promise<T> {
  const { client, prompt, subject } = call;
  let progress: Progress = { state: { values: call.givenValues, asked: [], rounds: 0 }, replies: [] };
  let reply: Reply | undefined;
  // Without a state, a request may bring the answer to its first form.
  let earlyReplies = client?.replies;
  if (client?.replies?.token !== undefined) {
    earlyReplies = undefined;
    const savedState = openState(client.replies.token, subject, await call.keys());
    progress = { state: savedState.state as unknown as DialogueState, replies: savedState.replies as readonly Reply[] };
    reply = client.replies.reply(String(savedState.form));
  }
  const token = async (form: string) => sealState({ ...progress, form }, subject, await call.keys());
  const replyTo = async (form: Form, { ask }: FormClient) => {
    const earlyReply = earlyReplies?.reply(form.name);
    earlyReplies = undefined;
    return earlyReply ?? ask(form, async () => token(form.name));
  };
  for (;;) {
    const step = prompt && client ? nextStep(prompt, progress.state) : undefined;
    if (step?.kind === 'refused') throw invalidParams(step.message);
    if (prompt && client && step?.kind === 'question') {
      const { message, fields } = step.question;
      const form: Form = { name: promptForm, message, schema: (isRich) => formSchema(fields, isRich) };
      reply ??= await replyTo(form, client);
      const next = continueDialogue(prompt, progress.state, reply);
      reply = undefined;
      if (next.kind === 'refused')
        throw next.reason === 'cancelled' ? internalError(next.message) : invalidParams(next.message);
      progress = { ...progress, state: next.state };
      continue;
    }
    if (reply) progress = { ...progress, replies: [...progress.replies, reply] };
    reply = undefined;
    const run = await runOnce(call, progress);
    if (run.kind === 'answer') return run.answer;
    reply = await replyTo(run.form, run.client);
  }
}

type Run<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'question'; readonly form: Form; readonly client: FormClient };

async function runOnce<T>(call: FormCall<T>, { state, replies }: Progress): Promise<Run<T>> {
  const { client, subject } = call;
  const pauseController = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, pauseController.signal]) : pauseController.signal;
  let count = 0;
  let nextForm: Form | undefined;
  let cancellation: Error | undefined;
  let lacksForms = false;
  const ask: AskPerson = async (question) => {
    if (!client) {
      lacksForms = true;
      throw new WorkbenchError('unavailable', 'this client shows no forms.');
    }
    const form = functionForm(question);
    const reply = replies[count];
    count += 1;
    if (reply) {
      if (reply.action === 'cancel') {
        cancellation = internalError(`${subject.label} was cancelled.`);
        pauseController.abort();
        throw cancellation;
      }
      return valuesOfReply(form, reply);
    }
    if (count > maxRounds) throw new WorkbenchError('failed', `a function can ask at most ${maxRounds} times.`);
    nextForm ??= form;
    pauseController.abort();
    throw new WorkbenchError('unavailable', 'the function waits for an answer.');
  };
  try {
    const answer = await call.answer(state.values, ask, signal);
    if (!nextForm && !cancellation) return { kind: 'answer', answer };
  } catch (error) {
    // A function may catch the failure and continue without a form.
    if (lacksForms && call.namesMissingForms) throw new MissingForms(subject.label);
    if (!nextForm && !cancellation) throw error;
  }
  if (cancellation) throw cancellation;
  if (!nextForm || !client) throw internalError(`${subject.label} asked nothing.`);
  return { kind: 'question', form: nextForm, client };
}
