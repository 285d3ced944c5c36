/**
 * The command line. The same bundle is the worker in which user-written functions run.
 * What a client application starts is `serve`; it is recognised before anything is loaded that it does not need.
 */
import './cli/console-to-stderr.ts';
import { isMainThread } from 'node:worker_threads';
import { reportDefect, reportFailure } from './cli/outcome.ts';
import { startSandboxWorker } from './cli/start-sandbox-worker.ts';

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'serve' && !asksForHelp(argv)) {
    const { readServeArguments } = await import('./cli/serve-arguments.ts');
    const { serve } = await import('./cli/commands/serving/serve.ts');
    return serve(readServeArguments(argv.slice(1)));
  }
  const { runProgram } = await import('./cli/program.ts');
  return runProgram(argv);
}

/** What follows `--` is a server's name, whatever it looks like. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

const argv = process.argv.slice(2);
if (isMainThread) {
  // The last resort: a defect in something that nothing waits for must not end a server that clients use.
  process.on('unhandledRejection', (reason) => reportDefect(reason, argv));
  main(argv).catch((error) => reportFailure(error, argv));
} else startSandboxWorker();
