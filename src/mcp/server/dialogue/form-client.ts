/** How a client shows a form: it sends the request again with the answers, or it answers while the call waits. */
import { ProtocolError, SdkError } from '@modelcontextprotocol/server';
import { WorkbenchError } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { TaskQueue } from '../../../base/task-queue.ts';
import type { Reply } from '../../../model/dialogue/dialogue.ts';
import type { RequestContext } from '../exchange.ts';
import { InputRequired } from './input-required.ts';

/** One form for a person. */
export interface Form {
  /** Its key in the answer (MCP 2026-07-28, `InputRequests`). */
  readonly name: string;
  readonly message: string;
  schema(isRich: boolean): JsonObject;
}

export interface FormClient {
  /** What the request brings: answers by the names of their forms, and the state of its dialogue, if it has begun. */
  readonly replies?: { readonly token: string | undefined; reply(name: string): Reply | undefined };
  /**
   * Asks for one form.
   * @param token the state to return with the answer; only a stateless client needs it
   * @throws InputRequired if the answer comes with another request; FormRefused; WorkbenchError without an answer
   */
  ask(form: Form, token: () => Promise<string>): Promise<Reply>;
}

/** A client that declares forms answers one with an error, as Goose does outside of a tool call. */
export class FormRefused extends Error {}

/** Milliseconds that a call waits for a person. */
const maxWaitMs = 5 * 60 * 1000;

/** Whether a client has declared forms (MCP 2025-11-25, "Elicitation": an empty capability means forms). */
export function showsForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined;
  if (!isJsonObject(elicitation)) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}

export function statelessFormClient({ inputResponses, requestState }: RequestContext): FormClient {
  const token = requestState();
  const reply = (name: string) => {
    const response = inputResponses && Object.hasOwn(inputResponses, name) ? inputResponses[name] : undefined;
    return isJsonObject(response) ? response : undefined;
  };
  return {
    replies: { token: typeof token === 'string' ? token : undefined, reply },
    async ask(form, state) {
      const params = { mode: 'form', message: form.message, requestedSchema: form.schema(true) };
      throw new InputRequired({
        resultType: 'input_required',
        inputRequests: { [form.name]: { method: 'elicitation/create', params } },
        requestState: await state(),
      });
    },
  };
}

/** The forms of each connection: a client shows one at a time. */
const formQueues = new WeakMap<object, TaskQueue>();

/** @param isRich as `formSchema` has it */
export function waitingFormClient(connection: object, { send, signal }: RequestContext, isRich: boolean): FormClient {
  const deadline = Date.now() + maxWaitMs;
  return {
    ask({ message, schema }) {
      const answer = getOrCreate(formQueues, connection, () => new TaskQueue()).run(async () => {
        const timeout = deadline - Date.now();
        if (signal.aborted) throw new WorkbenchError('unavailable', 'the client no longer waits for it.');
        if (timeout <= 0) throw new WorkbenchError('unavailable', timeoutText);
        const params = { message, requestedSchema: schema(isRich) };
        return send({ method: 'elicitation/create', params }, { timeout, maxTotalTimeout: timeout, signal });
      });
      return answer.catch((error: unknown) => {
        if (error instanceof WorkbenchError || signal.aborted) throw error;
        if (error instanceof SdkError) throw new WorkbenchError('unavailable', timeoutText);
        if (error instanceof ProtocolError) throw new FormRefused(error.message);
        throw new WorkbenchError('unavailable', `the client could not show the form: ${error}`);
      });
    },
  };
}

const timeoutText = 'its form had no answer within 5 minutes. Call it again.';
