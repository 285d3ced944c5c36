import type { Sandbox } from '../functions/sandbox.ts';
import type { ServerServices } from './services.ts';

/**
 * One set of services for every MCP server of a process. The sandbox is loaded, and its worker started, by the first
 * function that runs.
 * @param workerFile the built command line, which is also the sandbox's worker
 * @param log takes one line without its line break
 */
export function createServices(
  workerFile: string,
  log: (line: string) => void,
): ServerServices & { close(): Promise<void> } {
  let sandbox: Promise<Sandbox> | undefined;
  return {
    sandbox() {
      sandbox ??= import('../functions/sandbox.ts').then(({ createSandbox }) => createSandbox({ workerFile }));
      return sandbox;
    },
    log: (level, message) => log(`${level}: ${message}`),
    async close() {
      await (await sandbox)?.close();
    },
  };
}
