/** What one answer from outside this computer's own files may cost at most, and what happened when it cost more. */

export interface AnswerLimits {
  /** After decompression. */
  readonly maxBytes: number;
  /** Protocol messages, or events of a stream. */
  readonly maxMessages: number;
  /** Values in JSON: elements of arrays, members of objects. */
  readonly maxValues: number;
  /** Nested arrays and objects. */
  readonly maxDepth: number;
  /** Requests that a server sends to us, each of which costs an answer. */
  readonly maxRequestsBack: number;
  /** Streams that break off and are taken up again. */
  readonly maxReconnections: number;
  /** From the question to the end of the answer, connecting included. */
  readonly timeoutMs: number;
}

export const answerLimits: AnswerLimits = {
  maxBytes: 10_000_000,
  maxMessages: 2_000,
  maxValues: 200_000,
  maxDepth: 200,
  maxRequestsBack: 100,
  maxReconnections: 10,
  timeoutMs: 30_000,
};

/** What is left of an answer's time, for the part that follows on connecting. @param startedAt `performance.now()` */
export function remainingMs(startedAt: number, { timeoutMs }: AnswerLimits = answerLimits): number {
  return Math.max(1_000, Math.round(timeoutMs - (performance.now() - startedAt)));
}

/** Something outside broke a limit or cannot be reached. `message` is a clause for parentheses: `it sent more than 10 MB`. */
export class OutsideError extends Error {
  /** The HTTP status, where that is what is wrong. */
  readonly status: number | undefined;

  constructor(clause: string, status?: number) {
    super(clause);
    this.name = 'OutsideError';
    this.status = status;
  }
}

/** An answer costs more than one of its limits. */
export class LimitError extends OutsideError {
  constructor(clause: string) {
    super(clause);
    this.name = 'LimitError';
  }
}

export function tooLong({ maxBytes }: AnswerLimits): LimitError {
  return new LimitError(`it sent more than ${maxBytes / 1_000_000} MB`);
}

export function tooSlow(timeoutMs: number): OutsideError {
  return new OutsideError(`it did not complete its answer within ${Math.round(timeoutMs / 100) / 10} seconds`);
}

/**
 * Counts what a connection receives between two questions. One question may take several answers, such as the pages of a
 * list; together they stay within the limits.
 */
export class AnswerBudget {
  readonly limits: AnswerLimits;
  #questions = 0;
  #bytes = 0;
  #messages = 0;
  #values = 0;
  #requestsBack = 0;
  #reconnections = 0;

  constructor(limits: AnswerLimits) {
    this.limits = limits;
  }

  /** Begins a question: what was received before no longer counts. @returns ends the question; idempotent */
  begin(): () => void {
    this.#questions++;
    this.#bytes = 0;
    this.#messages = 0;
    this.#values = 0;
    this.#requestsBack = 0;
    this.#reconnections = 0;
    let isOpen = true;
    return () => {
      if (isOpen) this.#questions--;
      isOpen = false;
    };
  }

  /** @throws LimitError */
  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#exceeds(this.#bytes, this.limits.maxBytes)) throw tooLong(this.limits);
  }

  /** @throws LimitError */
  countMessage(): void {
    this.#messages++;
    const { maxMessages } = this.limits;
    if (this.#exceeds(this.#messages, maxMessages))
      throw new LimitError(`it sent more than ${maxMessages.toLocaleString('en')} messages`);
  }

  /** @throws LimitError */
  countValues(values: number): void {
    this.#values += values;
    const { maxValues } = this.limits;
    if (this.#exceeds(this.#values, maxValues))
      throw new LimitError(`it sent more than ${maxValues.toLocaleString('en')} values`);
  }

  /** @throws LimitError */
  countRequestBack(): void {
    this.#requestsBack++;
    const { maxRequestsBack } = this.limits;
    if (this.#exceeds(this.#requestsBack, maxRequestsBack))
      throw new LimitError(`it sent more than ${maxRequestsBack} requests to the client`);
  }

  /** @throws LimitError */
  countReconnection(): void {
    this.#reconnections++;
    const { maxReconnections } = this.limits;
    if (this.#exceeds(this.#reconnections, maxReconnections))
      throw new LimitError(`it ended its stream more than ${maxReconnections} times before the answer`);
  }

  /** Questions that are asked at once share one connection; each may have its answer. */
  #exceeds(count: number, limit: number): boolean {
    return count > limit * Math.max(1, this.#questions);
  }
}
