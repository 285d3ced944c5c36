/** The limits of one answer of another server, and the errors when it exceeds them. */

export interface AnswerLimits {
  /** After decompression. */
  readonly maxBytes: number;
  /** Protocol messages, or events of a stream. */
  readonly maxMessages: number;
  /** Values in JSON: elements of arrays, members of objects. */
  readonly maxValues: number;
  /** Nested arrays and objects. */
  readonly maxDepth: number;
  /** Requests that a server sends to us; each costs an answer. */
  readonly maxRequestsBack: number;
  /** Streams that break off and are resumed. */
  readonly maxReconnections: number;
  /** From the question to the end of the answer, including the connection. */
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

/** Returns the remaining time of an answer after the connection. @param startedAt from `performance.now()` */
export function remainingMs(startedAt: number, { timeoutMs }: AnswerLimits = answerLimits): number {
  return Math.max(1_000, Math.round(timeoutMs - (performance.now() - startedAt)));
}

/** Another server broke a limit or is unreachable. `message` is a clause for parentheses: `it sent more than 10 MB`. */
export class OutsideError extends Error {
  /** The HTTP status, if it is the cause. */
  readonly status: number | undefined;
  /** The error output of a program that ended; empty for others. */
  readonly output: string;

  constructor(
    clause: string,
    { status, output = '' }: { readonly status?: number | undefined; readonly output?: string } = {},
  ) {
    super(clause);
    this.name = 'OutsideError';
    this.status = status;
    this.output = output;
  }
}

/** An answer exceeds a limit. */
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
  #openQuestionCount = 0;
  #bytes = 0;
  #messages = 0;
  #values = 0;
  #requestsBack = 0;
  #reconnections = 0;

  constructor(limits: AnswerLimits) {
    this.limits = limits;
  }

  /** Starts a question and resets the counts. @returns a function that ends the question; idempotent */
  begin(): () => void {
    this.#openQuestionCount++;
    this.#bytes = 0;
    this.#messages = 0;
    this.#values = 0;
    this.#requestsBack = 0;
    this.#reconnections = 0;
    let isOpen = true;
    return () => {
      if (isOpen) this.#openQuestionCount--;
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

  /** Concurrent questions share one connection; each has its own limits. */
  #exceeds(count: number, limit: number): boolean {
    return count > limit * Math.max(1, this.#openQuestionCount);
  }
}
