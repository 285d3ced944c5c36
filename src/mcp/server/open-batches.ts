/** Batches of JSON-RPC requests whose answers are not complete yet (MCP 2025-03-26, "Batching"). */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

interface Batch {
  readonly waitingIds: Set<unknown>;
  readonly answers: JSONRPCMessage[];
}

export class OpenBatches {
  readonly #byId = new Map<unknown, Batch>();
  readonly #write: (answers: readonly JSONRPCMessage[]) => void;

  /** @param write sends the answers of one batch as one message */
  constructor(write: (answers: readonly JSONRPCMessage[]) => void) {
    this.#write = write;
  }

  /** @param ids of the requests in the batch; @param answers that are known already */
  open(ids: readonly unknown[], answers: readonly JSONRPCMessage[]): void {
    const batch: Batch = { waitingIds: new Set(ids), answers: [...answers] };
    for (const id of batch.waitingIds) this.#byId.set(id, batch);
    this.#end(batch);
  }

  /** Keeps an answer for its batch. @returns false if it belongs to none */
  answer(id: unknown, message: JSONRPCMessage): boolean {
    const batch = this.#take(id);
    if (!batch) return false;
    batch.answers.push(message);
    this.#end(batch);
    return true;
  }

  /** A cancelled request gets no answer. */
  cancel(id: unknown): void {
    const batch = this.#take(id);
    if (batch) this.#end(batch);
  }

  #take(id: unknown): Batch | undefined {
    const batch = this.#byId.get(id);
    this.#byId.delete(id);
    batch?.waitingIds.delete(id);
    return batch;
  }

  #end({ waitingIds, answers }: Batch): void {
    if (waitingIds.size === 0 && answers.length > 0) this.#write(answers);
  }
}
