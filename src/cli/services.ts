import type { Sandbox } from '../functions/sandbox.ts';
import type { ServerServices } from '../server/services.ts';

/** The services of a command: the log on stderr, functions in a worker that runs this very file. */
export function createServices(): ServerServices & { close(): Promise<void> } {
  let sandbox: Promise<Sandbox> | undefined;
  return {
    sandbox() {
      sandbox ??= import('../functions/sandbox.ts').then(({ createSandbox }) =>
        createSandbox({ workerFile: __filename }),
      );
      return sandbox;
    },
    log(level, message) {
      process.stderr.write(`${level}: ${message}\n`);
    },
    async close() {
      await (await sandbox)?.close();
    },
  };
}
