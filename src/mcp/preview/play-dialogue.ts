/** Plays a call and its forms with a real client of 2026-07-28, which answers them as a person did so far. */
import { Client, InMemoryTransport, ProtocolError } from '@modelcontextprotocol/client';
import { sentence } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { DialogueStep, FormReply } from '../../contract/contract.ts';
import type { LiveServer } from '../../library/types.ts';
import { MODERN_REVISION } from '../server/revisions.ts';
import { serveConnection } from '../server/serve-connection.ts';
import type { ServerServices } from '../server/services.ts';
import { previewClient } from './preview-client.ts';

type FormSchema = Extract<DialogueStep, { kind: 'question' }>['schema'];

export interface DialoguePlay {
  readonly prompt: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** The answers to the forms so far, in order. */
  readonly replies: readonly FormReply[];
}

/** The next form, or how the call ends with these answers. A function runs again from its start. */
export async function playDialogue(
  liveServer: LiveServer,
  services: ServerServices,
  { prompt, arguments: values, replies }: DialoguePlay,
): Promise<DialogueStep> {
  const params = { name: prompt, arguments: { ...values } };
  const outcome = await playCall(liveServer, services, { method: 'prompts/get', params, replies });
  return outcome.kind === 'answer' ? { kind: 'answer' } : outcome;
}

export interface CallPlay {
  readonly method: 'prompts/get' | 'tools/call';
  readonly params: { readonly name: string; readonly arguments: JsonObject };
  readonly replies: readonly FormReply[];
}

/** As `DialogueStep`, with the answer itself. */
export type PlayedCall =
  | { readonly kind: 'answer'; readonly result: JsonObject }
  | Exclude<DialogueStep, { kind: 'answer' }>;

/** `playDialogue` for a prompt or a tool. */
export async function playCall(
  liveServer: LiveServer,
  services: ServerServices,
  { method, params, replies }: CallPlay,
): Promise<PlayedCall> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connection = serveConnection(liveServer, services, theirs);
  const client = new Client(previewClient, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: MODERN_REVISION } },
  });
  let nextStep: DialogueStep | undefined;
  let count = 0;
  client.setRequestHandler('elicitation/create', async ({ params: form }) => {
    const reply = replies[count];
    count += 1;
    if (reply) return reply;
    const { message, requestedSchema } = form as unknown as { message: string; requestedSchema: FormSchema };
    nextStep ??= { kind: 'question', message, schema: requestedSchema };
    throw new Error('The form waits for a person.');
  });
  try {
    await client.connect(ours);
    const result = await client.request({ method, params });
    return { kind: 'answer', result: result as JsonObject };
  } catch (error) {
    if (nextStep?.kind === 'question') return nextStep;
    return { kind: 'refused', message: sentence(error), ...(ProtocolError.isInstance(error) && { code: error.code }) };
  } finally {
    await client.close();
    await connection.close();
  }
}
