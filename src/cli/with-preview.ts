import type { Services } from '../app/create-services.ts';
import type { OpenServer } from '../library/open-server.ts';
import type { PromptPreview } from '../mcp/preview/preview.ts';
import { cacheDir } from '../state/paths.ts';
import { createCliServices } from './cli-services.ts';
import { readableWorkspace } from './readable-workspace.ts';

/** Opens one server of the workspace, runs `use` with an MCP client of it, and closes both. */
export function withPreview<T>(
  server: string,
  workspace: string | undefined,
  use: (preview: PromptPreview, server: OpenServer) => Promise<T>,
): Promise<T> {
  return withServer(server, workspace, async (openedServer, services) => {
    const { createPreview } = await import('../mcp/preview/preview.ts');
    const preview = createPreview(openedServer, services);
    try {
      return await use(preview, openedServer);
    } finally {
      await preview.close();
    }
  });
}

/** Opens one server of the workspace, runs `use` with what it needs to answer, and closes both. */
export async function withServer<T>(
  server: string,
  workspace: string | undefined,
  use: (server: OpenServer, services: Services, workspaceDir: string) => Promise<T>,
): Promise<T> {
  const { openServer } = await import('../library/open-server.ts');
  const dir = readableWorkspace(workspace, server);
  const openedServer = await openServer(dir, server, { cacheDir: cacheDir(), watch: false, readsSamples: true });
  const services = createCliServices(dir, { watch: false });
  try {
    return await use(openedServer, services, dir);
  } finally {
    await services.close();
    await openedServer.close();
  }
}
