import { inBackground } from '../../base/in-background.ts';
import type { Library, ServerSource } from '../../library/types.ts';
import type { PromptPreview } from '../../mcp/preview/preview.ts';

export interface PreviewPool {
  /** The one client of a server, made at its first use. @throws WorkbenchError `not-found`, with near names */
  of(server: string): PromptPreview;
  close(): Promise<void>;
}

/** Keeps one connected MCP client per server, because typing asks for a preview at every key; ends it with its server. */
export function createPreviewPool(
  library: Library,
  connect: (source: ServerSource, server: string) => PromptPreview,
): PreviewPool {
  const previews = new Map<string, PromptPreview>();
  const stop = library.subscribe((snapshot) => {
    for (const [server, preview] of previews) {
      if (snapshot.servers.has(server)) continue;
      previews.delete(server);
      inBackground(preview.close());
    }
  });

  return {
    of(server) {
      const kept = previews.get(server);
      if (kept) return kept;
      const made = connect(library.server(server), server);
      previews.set(server, made);
      return made;
    },
    async close() {
      stop();
      const closing = [...previews.values()];
      previews.clear();
      await Promise.all(closing.map((preview) => preview.close()));
    },
  };
}
