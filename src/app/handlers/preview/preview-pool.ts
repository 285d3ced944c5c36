import { inBackground } from '../../../base/in-background.ts';
import type { Library, LiveServer } from '../../../library/types.ts';
import type { PromptPreview } from '../../../mcp/preview/preview.ts';

export interface PreviewPool {
  /** The preview client of a server, connected at first use. @throws WorkbenchError `not-found`, with similar names */
  of(server: string): PromptPreview;
  close(): Promise<void>;
}

/** Keeps one connected MCP client per server, because every key press requests a preview. */
export function createPreviewPool(
  library: Library,
  connect: (server: LiveServer, name: string) => PromptPreview,
): PreviewPool {
  const previews = new Map<string, PromptPreview>();
  const stop = library.subscribe((snapshot) => {
    for (const [name, preview] of previews) {
      if (snapshot.servers.has(name)) continue;
      previews.delete(name);
      inBackground(preview.close());
    }
  });

  return {
    of(name) {
      const preview = previews.get(name) ?? connect(library.server(name), name);
      previews.set(name, preview);
      return preview;
    },
    async close() {
      stop();
      const closingPreviews = [...previews.values()];
      previews.clear();
      await Promise.all(closingPreviews.map((preview) => preview.close()));
    },
  };
}
