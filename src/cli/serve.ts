import type { ServerSource } from '../library/types.ts';
import { workspaceDir } from '../paths.ts';
import type { ServerServices } from '../server/services.ts';
import { openSource } from './open-source.ts';
import type { ServeArguments } from './serve-arguments.ts';
import { createServices } from './services.ts';

/** Serves one server until its client is gone (stdio) or the process is told to stop (HTTP), then ends the process. */
export async function serve({ server, workspace, http, port }: ServeArguments): Promise<void> {
  const dir = workspaceDir(workspace);
  const { source } = await openSource(dir, server, { watch: true });
  const services = createServices();
  if (http) {
    const { serveHttp } = await import('./serve-http.ts');
    await serveHttp({ dir, server, source, services, port });
  } else await serveStdio(source, services);
  // Not after what is still open: a function that runs must not hold the process.
  process.exit();
}

async function serveStdio(source: ServerSource, services: ServerServices): Promise<void> {
  const stdio = await import('../server/stdio.ts');
  await stdio.serveStdio(source, services);
}
