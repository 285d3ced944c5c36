/** Decides what an agent may do during a run of the command line: what `--allow` names, or a person allows on a terminal. */
import { createInterface } from 'node:readline';
import { TaskQueue } from '../../../base/task-queue.ts';
import { permissionKind } from '../../../contract/shapes/run.ts';
import { permissionWords } from '../../../model/permission-words.ts';
import type {
  AskPerson,
  PermissionDecision,
  PermissionKind,
  PermissionRequest,
  PermissionSettings,
} from '../../../run/permissions.ts';
import { permissionLimits } from '../../../run/permissions.ts';
import type { RunOutcome } from '../../../run/runner.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, printError } from '../../print.ts';

/** Lines of the detail of a request. */
const shownLines = 20;

/**
 * @param allow the value of `--allow`
 * @param isSilent whether to ask nothing, because the output is for a program
 * @throws UsageError for an unknown kind
 */
export function permissionsFor(allow: string | undefined, isSilent: boolean): PermissionSettings {
  const asks = !isSilent && process.stdin.isTTY && process.stderr.isTTY;
  return { allows: kindsIn(allow), ask: asks ? askOnTerminal(process.stdin, process.stderr) : undefined };
}

function kindsIn(allow: string | undefined): readonly PermissionKind[] {
  if (allow === undefined) return [];
  const kinds = permissionKind.options;
  return allow.split(',').flatMap((word) => {
    if (word.trim() === 'all') return kinds;
    const { data: kind } = permissionKind.safeParse(word.trim());
    if (kind === undefined) throw new UsageError(`--allow takes ${kinds.join(', ')} or all, not "${word.trim()}".`);
    return [kind];
  });
}

/** The end of the input, Ctrl+C and everything but a yes mean no. Questions take turns. */
export function askOnTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): AskPerson {
  const questions = new TaskQueue();
  return (request, signal) => questions.run(() => askOne(request, signal));

  async function askOne({ kind, title, detail, options }: PermissionRequest, signal: AbortSignal) {
    const yes = options.find(({ isYes }) => isYes);
    const no = options.find(({ isYes }) => !isYes);
    const lines = detail?.split('\n').slice(0, shownLines) ?? [];
    output.write(`\nThe agent wants to ${permissionWords[kind]}: ${onOneLine(title)}\n`);
    for (const line of lines) output.write(`  ${onOneLine(line)}\n`);
    if (!yes) {
      output.write('It offers no way to allow this once, so the answer is no.\n');
      return decisionOf('', '', no?.id);
    }
    const seconds = permissionLimits.timeoutMs / 1000;
    const question = `Allow it? [y]es, for the [r]un, [N]o (no after ${seconds} seconds) `;
    return decisionOf(await readAnswer(question, signal), yes.id, no?.id);
  }

  async function readAnswer(question: string, signal: AbortSignal): Promise<string> {
    if (signal.aborted) return '';
    const lines = createInterface({ input, output });
    const close = () => lines.close();
    // A terminal in raw mode sends no signal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    signal.addEventListener('abort', close, { once: true });
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
    signal.removeEventListener('abort', close);
    close();
    return answer;
  }
}

function decisionOf(answer: string, yes: string, no: string | undefined): PermissionDecision {
  const word = answer.trim().toLowerCase();
  if (/^y(es)?$/.test(word)) return { kind: 'option', id: yes };
  if (/^r(un)?$/.test(word)) return { kind: 'option', id: yes, forRun: true };
  return no === undefined ? { kind: 'none' } : { kind: 'option', id: no };
}

/** Says what the agent was refused without a question, and how to allow it. */
export function sayRefused(title: string, { asked = [] }: RunOutcome): void {
  const refusedRequests = asked.filter(({ isAllowed, by }) => !isAllowed && by === 'setting');
  for (const { kind, title: what } of refusedRequests)
    printError(
      `${title} wanted to ${permissionWords[kind]} (${onOneLine(what)}), which was refused: --allow ${kind} allows it.\n`,
    );
}
