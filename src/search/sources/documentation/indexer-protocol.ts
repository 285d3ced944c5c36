/** Messages between the program and its indexing worker. */
import type { ExitMessage } from '../end-worker.ts';
import type { IndexingJob, IndexingProgress, IndexingResult } from './indexing.ts';

export interface MakeMessage {
  readonly kind: 'make';
  readonly id: number;
  readonly job: IndexingJob;
}

export type ToIndexer = MakeMessage | ExitMessage;

export type FromIndexer =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: IndexingProgress }
  | { readonly kind: 'made'; readonly id: number; readonly result: IndexingResult }
  /** `isExpected`: the message is that of a `WorkbenchError`. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isExpected: boolean };
