/**
 * The Wolfram Language evaluator: runs a model's code in a kernel of this machine, with all rights of the user. The tool
 * is therefore marked destructive, and clients ask before they call it.
 */
import { wolframscriptVariable } from './find-wolframscript.ts';
import { imagesOf, textOf, whyEnded, whyStopped } from './kernel-answers.ts';
import type { KernelEnd, KernelFields, KernelLimits } from './kernel-process.ts';
import { openSession } from './sessions.ts';

export interface Evaluation {
  readonly code: string;
  /** Seconds that the code may take. */
  readonly seconds: number;
  /** The id of an earlier call's session, whose definitions the code uses. */
  readonly session?: string | undefined;
}

/** The text and the pictures for the client. */
export interface Evaluated {
  readonly text: string;
  /** PNG, as base64. */
  readonly images: readonly string[];
  readonly isError: boolean;
}

export const noKernel = `No wolframscript was found on this machine, so Wolfram Language code cannot be evaluated. Install the free Wolfram Engine and WolframScript (https://www.wolfram.com/engine), or set ${wolframscriptVariable} to the path of the program.`;

/** The reference's `MaxCharacterCount`: of the result, and of what the code prints. */
const maxCharacters = 10_000;

/**
 * Never rejects for what the code does.
 * @param run sends a request to the kernel; absent without a kernel
 */
export async function evaluateWolfram(
  { code, session: wanted }: Evaluation,
  sessionsDir: string,
  limits: KernelLimits,
  run: ((fields: KernelFields) => Promise<KernelEnd>) | undefined,
): Promise<Evaluated> {
  if (!run) return failed(noKernel);
  const session = await openSession(sessionsDir, wanted);
  const end = await run({
    kind: 'evaluate',
    code,
    context: `PromptWorkbench\`Session\`${session.id}\``,
    file: session.file,
    characters: String(maxCharacters),
  });
  if (end.kind !== 'answered') return failed(whyEnded(end, limits));
  const { record, printed, messages } = end;
  const stopped = whyStopped(record, limits);
  const images = imagesOf(record);
  const parts = [
    shortened(printed, printed.length, 'what the code printed'),
    stopped ?? shortened(textOf(record, 'text'), Number(textOf(record, 'length')), 'the result'),
    messages === '' ? '' : `Warnings:\n${messages}`,
    wanted !== undefined && wanted !== session.id ? `There is no session ${wanted}, so this is a new one.` : '',
    `Session ${session.id}: pass this id as "session" to continue with these definitions.`,
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return { text, images, isError: stopped !== undefined || textOf(record, 'status') === 'failed' };
}

function failed(text: string): Evaluated {
  return { text, images: [], isError: true };
}

/** At most so many characters, and how many of which text are left out. */
function shortened(text: string, length: number, what: string): string {
  if (length <= maxCharacters) return text;
  const left = (length - maxCharacters).toLocaleString('en');
  return `${text.slice(0, maxCharacters)}\n[The last ${left} characters of ${what} are left out: compute a shorter one, or export it to a file.]`;
}
