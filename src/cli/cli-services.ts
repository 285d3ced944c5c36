import { createServices, type Services, type ServicesOptions } from '../app/create-services.ts';
import { cacheDir, stateDir } from '../state/paths.ts';
import { logToStderr } from './log.ts';

/** The services for a command's MCP server. */
export function createCliServices(
  workspaceDir: string,
  options: Pick<ServicesOptions, 'indexWaitMs' | 'watch'> = {},
): Services {
  return createServices({
    cliFile: __filename,
    workspaceDir,
    stateDir: stateDir(),
    cacheDir: cacheDir(),
    log: logToStderr,
    ...options,
  });
}
