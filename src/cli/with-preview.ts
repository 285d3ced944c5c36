import type { OpenServer } from '../library/open-server.ts';
import type { PromptPreview } from '../mcp/preview/preview.ts';
import { cacheDir, workspaceDir } from '../state/paths.ts';
import { cliServices } from './cli-services.ts';

/** Opens one server of the workspace, hands over an MCP client of it, and ends both afterwards. */
export async function withPreview<T>(
  server: string,
  workspace: string | undefined,
  use: (preview: PromptPreview, opened: OpenServer) => Promise<T>,
): Promise<T> {
  const [{ openServer }, { createPreview }] = await Promise.all([
    import('../library/open-server.ts'),
    import('../mcp/preview/preview.ts'),
  ]);
  const dir = workspaceDir(workspace);
  const source = await openServer(dir, server, { cacheDir: cacheDir(), watch: false });
  const services = cliServices(dir);
  const preview = createPreview(source, services);
  try {
    return await use(preview, source);
  } finally {
    await preview.close();
    await services.close();
    await source.close();
  }
}
