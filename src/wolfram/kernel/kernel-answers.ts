/** Reads the records of a kernel, and says in a sentence why there is none. */
import { type KernelEnd, type KernelLimits, maxAnswerBytes } from './kernel-process.ts';
import type { KernelRecord } from './record.ts';

export function textOf(record: KernelRecord, name: string): string {
  return record.get(name)?.toString('utf8') ?? '';
}

/** PNG, as base64. A picture that the kernel could not draw is left out. */
export function imagesOf(record: KernelRecord): readonly string[] {
  const images: string[] = [];
  for (let number = 1; record.has(`image${number}`); number++) {
    const bytes = record.get(`image${number}`);
    if (bytes && bytes.length > 0) images.push(bytes.toString('base64'));
  }
  return images;
}

/** The statuses of code that the kernel stopped. */
type StopStatus = { readonly kind: 'late' | 'memory' | 'aborted' };

/** One sentence about a request without an answer. */
export function whyEnded(
  end: Exclude<KernelEnd, { readonly kind: 'answered' }> | StopStatus,
  { seconds, memoryBytes, printedBytes }: KernelLimits,
): string {
  switch (end.kind) {
    case 'too-long':
    case 'late':
      return `The Wolfram code took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was stopped: compute less at a time.`;
    case 'memory':
      return `The Wolfram code needed more than ${memoryBytes / 1024 ** 3} GB of memory and was stopped: compute less at a time.`;
    case 'aborted':
      return 'The Wolfram code stopped itself with Abort[].';
    case 'printed-too-much':
      return `The Wolfram code printed more than ${printedBytes / 1_000_000} MB and was stopped: print less.`;
    case 'answer-too-large':
      return `The Wolfram code returned more than ${maxAnswerBytes / 1024 ** 2} MB and was stopped: return less.`;
    case 'unreadable':
      return 'The Wolfram kernel gave an answer that cannot be read and was ended: call it again.';
    case 'cancelled':
      return 'The call was cancelled.';
    case 'not-started':
      return `The Wolfram kernel could not be started (${end.message}): try ${end.program} in a terminal.`;
    case 'ended': {
      const printedText = end.output.trim().slice(0, 1_000);
      return `The Wolfram kernel ended without an answer${printedText === '' ? '.' : `; it printed: ${printedText}`}`;
    }
  }
}

/** As `whyEnded`, for the status of an answer. Undefined if the kernel did not stop the code. */
export function whyStopped(record: KernelRecord, limits: KernelLimits): string | undefined {
  const kind = textOf(record, 'status');
  return kind === 'late' || kind === 'memory' || kind === 'aborted' ? whyEnded({ kind }, limits) : undefined;
}
