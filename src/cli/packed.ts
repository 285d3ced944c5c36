/**
 * The program in a package (src/pack), beside the package's workspace: it serves the package's server over stdio, and
 * records what the person who installed the package allows. The same bundle is the worker in which functions run.
 *
 *   node server/cli.cjs serve [--for CLIENT] -- SERVER
 *   node server/cli.cjs trust [--yes | --list | --revoke [ASK …]]
 *   node server/cli.cjs allow ASK … [--list]
 */
import './console-to-stderr.ts';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import type { Services } from '../app/create-services.ts';
import { reportDefect, reportFailure, UsageError } from './outcome.ts';
import { startSandboxWorker } from './start-sandbox-worker.ts';

const workspace = join(dirname(dirname(__filename)), 'workspace');

async function main([command, ...argv]: readonly string[]): Promise<void> {
  switch (command) {
    case 'serve': {
      const [{ serve }, { readServeArguments }, servicesFor] = await Promise.all([
        import('./commands/serving/serve.ts'),
        import('./serve-arguments.ts'),
        packedServices(),
      ]);
      const { server, for: client } = readServeArguments(argv);
      return serve({ server, workspace, http: false, ...(client !== undefined && { for: client }) }, servicesFor);
    }
    case 'trust':
    case 'allow': {
      const commands = await import('./commands/connecting/trust.ts');
      const { asks, ...options } = readTrustArguments(argv);
      return commands[command](asks, { ...options, workspace, program: `node ${JSON.stringify(__filename)}` });
    }
    default:
      throw new UsageError('The commands of this package are serve, trust and allow.');
  }
}

async function packedServices(): Promise<(dir: string) => Services> {
  const [
    { createServices },
    { openTrust },
    { readAllowedAsks, takeSecrets },
    { stateDir, cacheDir },
    { logToStderr: log },
  ] = await Promise.all([
    import('../app/create-services.ts'),
    import('../trust/open-trust.ts'),
    import('../pack/environment.ts'),
    import('../state/paths.ts'),
    import('./log.ts'),
  ]);
  takeSecrets(process.env);
  return (workspaceDir) => {
    const ownOptions = { workspaceDir, stateDir: stateDir(), log };
    const packedTrust = { inSettings: readAllowedAsks(process.env), program: ['node', __filename] };
    return createServices({
      ...ownOptions,
      cliFile: __filename,
      cacheDir: cacheDir(),
      trust: openTrust({ ...ownOptions, packedTrust }),
    });
  };
}

/** @throws UsageError */
function readTrustArguments(argv: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals: asks } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { yes: flag, list: flag, revoke: flag, json: flag },
    });
    return { ...values, asks };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\. |\.?\n/)[0]}.`);
  }
}

const argv = process.argv.slice(2);
if (isMainThread) {
  process.on('unhandledRejection', (reason) => reportDefect(reason, argv));
  main(argv).catch((error) => reportFailure(error, argv));
} else startSandboxWorker();
