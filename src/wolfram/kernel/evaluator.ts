/**
 * The Wolfram Language evaluator: runs a model's code in a kernel on this computer, with all rights of the user. The tool
 * is therefore marked destructive, and clients ask before they call it.
 */
import { imagesOf, textOf, whyEnded, whyStopped } from './kernel-answers.ts';
import type { KernelEnd, KernelFields, KernelLimits } from './kernel-process.ts';
import { endsOf } from './kernel-program.ts';
import { openSession } from './sessions.ts';

export interface Evaluation {
  readonly code: string;
  /** Seconds that the code may take. */
  readonly seconds: number;
  /** The id of an earlier call's session, whose definitions the code uses. */
  readonly session?: string | undefined;
}

/** The text and the pictures for the client. */
export interface EvaluationResult {
  readonly text: string;
  /** PNG, as base64. */
  readonly images: readonly string[];
  readonly isError: boolean;
}

/** The limit of the result, and of what the code prints: the reference's `MaxCharacterCount`. */
const maxCharacters = 10_000;

/**
 * What the code does is part of the answer, never a rejection.
 * @param run sends a request to the kernel
 */
export async function evaluateWolfram(
  { code, session: wantedSession }: Evaluation,
  sessionsDir: string,
  limits: KernelLimits,
  run: (fields: KernelFields) => Promise<KernelEnd>,
): Promise<EvaluationResult> {
  const session = await openSession(sessionsDir, wantedSession);
  const end = await run({
    kind: 'evaluate',
    code,
    ...endsOf(code),
    context: `PromptWorkbench\`Session\`${session.id}\``,
    file: session.file,
    characters: String(maxCharacters),
  });
  if (end.kind !== 'answered') return { text: whyEnded(end, limits), images: [], isError: true };
  const { record, output, messages } = end;
  const stopReason = whyStopped(record, limits);
  const images = imagesOf(record);
  const result = textOf(record, 'text');
  const parts = [
    shorten(output, output.length, 'what the code printed'),
    stopReason ?? shorten(result, Math.max(result.length, Number(textOf(record, 'length')) || 0), 'the result'),
    messages === '' ? '' : `Warnings:\n${messages}`,
    wantedSession !== undefined && wantedSession !== session.id
      ? `There is no session ${wantedSession}, so this is a new one.`
      : '',
    `Session ${session.id}: pass this id as "session" to continue with these definitions.`,
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return { text, images, isError: stopReason !== undefined || textOf(record, 'status') === 'failed' };
}

/**
 * At most `maxCharacters`, with a note about how many are left out.
 * @param length of the whole text, of which the kernel sends only the beginning
 */
function shorten(text: string, length: number, what: string): string {
  if (length <= maxCharacters) return text;
  const excess = length - maxCharacters;
  const characters = excess === 1 ? 'character' : `${excess.toLocaleString('en')} characters`;
  return `${text.slice(0, maxCharacters)}\n[The last ${characters} of ${what} ${excess === 1 ? 'is' : 'are'} left out: compute a shorter one, or export it to a file.]`;
}
