import type { OpenServer } from '../library/open-server.ts';
import type { PromptPreview } from '../mcp/preview/preview.ts';
import { cacheDir } from '../state/paths.ts';
import { cliServices } from './cli-services.ts';
import { readableWorkspace } from './readable-workspace.ts';

/** Opens one server of the workspace, runs `use` with an MCP client of it, and closes both. */
export async function withPreview<T>(
  server: string,
  workspace: string | undefined,
  use: (preview: PromptPreview, opened: OpenServer) => Promise<T>,
): Promise<T> {
  const [{ openServer }, { createPreview }] = await Promise.all([
    import('../library/open-server.ts'),
    import('../mcp/preview/preview.ts'),
  ]);
  const dir = readableWorkspace(workspace, server);
  const opened = await openServer(dir, server, { cacheDir: cacheDir(), watch: false });
  const services = cliServices(dir);
  const preview = createPreview(opened, services);
  try {
    return await use(preview, opened);
  } finally {
    await preview.close();
    await services.close();
    await opened.close();
  }
}
