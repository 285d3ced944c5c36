/** `reach`: checks what really reaches the model of a client application on this computer. */
import { WorkbenchError } from '../../../base/errors.ts';
import { stateDir } from '../../../state/paths.ts';
import { exitCodes, UsageError } from '../../outcome.ts';
import { print, printError, printJson } from '../../print.ts';
import { createStopSignal } from '../../stop-signals.ts';
import { withServer } from '../../with-preview.ts';
import { openPromptRequest, type PromptChoice } from './open-prompt-request.ts';

interface ReachOptions extends PromptChoice {
  readonly client?: string;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** Exit code 1 if it differs from the simulation. */
export async function reachModel(
  server: string,
  prompt: string,
  assignments: readonly string[],
  options: ReachOptions,
): Promise<void> {
  const { client, timeout: timeoutSeconds, json } = options;
  if (client === undefined)
    throw new UsageError('In which client application? Add --client, such as --client claude-code.');
  await withServer(server, options.workspace, async (openedServer, services, workspaceDir) => {
    const [{ reach }, { keepCheck }, { serveCommand }, { RunError }] = await Promise.all([
      import('../../../run/reach/reach.ts'),
      import('../../../run/reach/checks.ts'),
      import('../../../clients/connect/commands/serve-command.ts'),
      import('../../../run/runner.ts'),
    ]);
    const request = await openPromptRequest(openedServer, services, prompt, assignments, options);
    try {
      const command = serveCommand({ cliFile: __filename, workspaceDir, server: openedServer.name, forName: client });
      const check = await reach(request, {
        client,
        command,
        env: process.env,
        signal: createStopSignal(),
        timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
      });
      await keepCheck({ stateDir: stateDir(), workspaceDir }, check);
      const { version, day, line, pieces, difference } = check;
      if (json) printJson(check);
      else {
        print(`${line}\n\n${pieces.map(({ kind, text }) => (kind === 'text' ? text : `[${kind}]`)).join('\n\n')}\n`);
        printError(
          `\n${client} ${version}, ${day}: ${difference === undefined ? 'as simulated' : `differs: ${difference}`}\n`,
        );
      }
      if (difference !== undefined) process.exitCode = exitCodes.failure;
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      if (error.raw !== undefined && !json) printError(`${error.raw.trim()}\n`);
      throw new WorkbenchError('failed', error.message);
    } finally {
      await request.close();
    }
  });
}
