/** Opens the runners of this computer for a command. */
import type { Runner } from '../../../run/runner.ts';
import { stateDir } from '../../../state/paths.ts';

/** @param workspaceDir the workspace whose servers agents get */
export async function openRunnersHere(workspaceDir: string): Promise<readonly Runner[]> {
  const [{ openRunners }, { accountSecrets }, { serveCommand }] = await Promise.all([
    import('../../../run/runners.ts'),
    import('../../../state/keychain-socket.ts'),
    import('../../../clients/connect/commands/serve-command.ts'),
  ]);
  const cliFile = __filename;
  return openRunners({
    stateDir: stateDir(),
    secrets: accountSecrets(stateDir()),
    env: process.env,
    serve: (server, forName) => serveCommand({ cliFile, workspaceDir, server, forName }),
  });
}
