import { workspaceDir } from '../paths.ts';
import type { PromptPreview } from '../preview/preview.ts';
import { createServices } from './services.ts';

/** Opens one server of the workspace, hands over an MCP client of it, and ends both afterwards. */
export async function withPreview<T>(
  server: string,
  workspace: string | undefined,
  use: (preview: PromptPreview) => Promise<T>,
): Promise<T> {
  const [{ openSource }, { createPreview }] = await Promise.all([
    import('./open-source.ts'),
    import('../preview/preview.ts'),
  ]);
  const opened = await openSource(workspaceDir(workspace), server, { watch: false });
  const services = createServices();
  const preview = createPreview(opened.source, services);
  try {
    return await use(preview);
  } finally {
    await preview.close();
    await services.close();
    await opened.close();
  }
}
