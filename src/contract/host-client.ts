import * as z from 'zod';
import { type ErrorCode, NotAllowedError, WorkbenchError } from '../base/errors.ts';
import {
  type CallName,
  calls,
  type EventMessage,
  type EventName,
  events,
  type Input,
  type Output,
} from './contract.ts';
import type { CallFailure, HostTransport } from './host-transport.ts';

export type EventData<E extends EventName> = Extract<EventMessage, { name: E }>['data'];

/** The contract as typed functions, over any host. */
export interface HostClient {
  /** @throws WorkbenchError with the core's code and message; NotAllowedError with the needed asks */
  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** Calls back for every event of that name until the returned function is called. */
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
}

const reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), needs: z.exactOptional(z.array(z.string())) }),
  }),
]);

const errorCodes: Readonly<Record<ErrorCode, true>> = {
  'not-found': true,
  'invalid-input': true,
  conflict: true,
  refused: true,
  unavailable: true,
  failed: true,
  internal: true,
};

/** Validates every reply, because the other side may be another version. */
export function createHostClient(transport: HostTransport): HostClient {
  const listeners = new Set<(message: EventMessage) => void>();
  let stop: (() => void) | undefined;

  return {
    async call(name, input) {
      const answer = reply.safeParse(await transport.call(name, input));
      if (!answer.success) throw unreadable(name, answer.error);
      if (!answer.data.ok) throw failureOf(answer.data.error);
      const value = calls[name].output.safeParse(answer.data.value);
      if (!value.success) throw unreadable(name, value.error);
      return value.data as Output<typeof name>;
    },
    on(event, listener) {
      const onMessage = (message: EventMessage) => {
        if (message.name !== event) return;
        const data = events[event].safeParse(message.data);
        if (data.success) listener(data.data as EventData<typeof event>);
      };
      listeners.add(onMessage);
      // All listeners share one connection to the host.
      stop ??= transport.listen((message) => {
        for (const listener of listeners) listener(message);
      });
      return () => {
        listeners.delete(onMessage);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

function failureOf({ code, message, needs }: CallFailure): WorkbenchError {
  return needs ? new NotAllowedError(message, needs) : new WorkbenchError(errorCode(code), message);
}

function errorCode(code: string): ErrorCode {
  return Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'internal';
}

function unreadable(name: CallName, cause: unknown): WorkbenchError {
  return new WorkbenchError(
    'internal',
    `The answer to "${name}" is not valid: the window and the workbench may have different versions, so restart it.`,
    { cause },
  );
}
