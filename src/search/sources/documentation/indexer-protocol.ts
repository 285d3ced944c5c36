/** What the indexing worker and the program that started it say to each other. */
import type { IndexingJob, IndexingProgress, IndexingResult } from './indexing.ts';

export type ToIndexer = { readonly kind: 'make'; readonly id: number; readonly job: IndexingJob };

export type FromIndexer =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: IndexingProgress }
  | { readonly kind: 'made'; readonly id: number; readonly result: IndexingResult }
  /** `code` is a `WorkbenchError`'s where `isExpected`. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isExpected: boolean };
