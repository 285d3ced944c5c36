/** Holds the permission requests of one run's agent until a person answers in the window. */

import type { Output } from '../../../contract/contract.ts';
import type { AskPerson, PermissionDecision, PermissionRequest } from '../../../run/permissions.ts';
import { permissionLimits } from '../../../run/permissions.ts';

type Question = Output<'run.read'>['questions'][number];

interface OpenQuestion {
  readonly request: PermissionRequest;
  /** By `performance.now()`. */
  readonly untilMs: number;
  readonly end: (decision: PermissionDecision) => void;
}

export class RunQuestions {
  readonly #openQuestions = new Map<string, OpenQuestion>();
  readonly #notify: () => void;
  #count = 0;

  /** @param notify called at each change */
  constructor(notify: () => void) {
    this.#notify = notify;
  }

  readonly ask: AskPerson = (request, signal) =>
    new Promise((resolve) => {
      const id = String(++this.#count);
      const end = (decision: PermissionDecision) => {
        this.#openQuestions.delete(id);
        this.#notify();
        resolve(decision);
      };
      this.#openQuestions.set(id, { request, untilMs: performance.now() + permissionLimits.timeoutMs, end });
      signal.addEventListener('abort', () => end({ kind: 'none' }), { once: true });
      this.#notify();
    });

  /** Lists the open questions, the oldest first. */
  list(): Question[] {
    return [...this.#openQuestions].map(([id, { request, untilMs }]) => {
      const { kind, title, detail, options } = request;
      const remainingMs = Math.max(0, Math.round(untilMs - performance.now()));
      return { id, kind, title, ...(detail !== undefined && { detail }), options: [...options], remainingMs };
    });
  }

  /** Whether the open questions are others than these. @param knownIds ids */
  differsFrom(knownIds: readonly string[]): boolean {
    return this.#openQuestions.size !== knownIds.length || knownIds.some((id) => !this.#openQuestions.has(id));
  }

  /** Answers a question; has no effect if it is no longer open. */
  answer(id: string, option: string, forRun: boolean): void {
    this.#openQuestions.get(id)?.end({ kind: 'option', id: option, forRun });
  }
}
