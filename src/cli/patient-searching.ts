import type { Services } from '../app/create-services.ts';
import { inBackground } from '../base/in-background.ts';
import type { SearchService } from '../search/sources/search-service.ts';
import { workspaceDir } from '../state/paths.ts';
import { cliServices } from './cli-services.ts';

/** An hour: who searches from a command line can end the wait with Ctrl+C. Milliseconds. */
const indexWaitMs = 3_600_000;

/**
 * Searches with the time that reading a source for the first time takes; on a terminal it is said how far that is.
 * Ends everything afterwards.
 */
export async function withSearching<T>(
  workspace: string | undefined,
  source: string,
  use: (searching: SearchService) => Promise<T>,
): Promise<T> {
  const services: Services = cliServices(workspaceDir(workspace), { indexWaitMs });
  try {
    const searching = await services.searching();
    const stop = process.stderr.isTTY ? tellProgress(searching, source) : () => {};
    try {
      return await use(searching);
    } finally {
      stop();
    }
  } finally {
    await services.close();
  }
}

/** One line that is written over, and cleared at the end. */
function tellProgress(searching: SearchService, source: string): () => void {
  const tell = async () => {
    const state = await (await searching.retriever(source)).state();
    if (state.kind !== 'indexing' || state.total === 0) return;
    process.stderr.write(`\rReading ${state.done} of ${state.total} files …`);
  };
  // The search itself says why a source cannot be read.
  const unsubscribe = searching.subscribe(() => inBackground(tell(), () => undefined));
  return () => {
    unsubscribe();
    process.stderr.write('\r\u001b[K');
  };
}
