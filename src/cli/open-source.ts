import type { ServerSource } from '../library/types.ts';

/** One server of the workspace, and what ends the reading. */
export async function openSource(
  dir: string,
  server: string,
  options: { watch: boolean },
): Promise<{ source: ServerSource; close(): Promise<void> }> {
  const { openLibrary } = await import('../library/open-library.ts');
  const library = await openLibrary(dir, options);
  return { source: library.server(server), close: () => library.close() };
}
