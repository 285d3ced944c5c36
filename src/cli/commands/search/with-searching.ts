import type { Services } from '../../../app/create-services.ts';
import { inBackground } from '../../../base/in-background.ts';
import type { SearchService } from '../../../search/sources/search-service.ts';
import { createCliServices } from '../../cli-services.ts';
import { readableWorkspace } from '../../readable-workspace.ts';

/** An hour, because a person can end the wait on a command line with Ctrl+C. */
const indexWaitMs = 3_600_000;

/**
 * Runs `use` with the workspace's search, then closes it. It waits until a new source is indexed, and shows the progress
 * on a terminal.
 */
export async function withSearching<T>(
  workspace: string | undefined,
  source: string,
  use: (searchingService: SearchService) => Promise<T>,
): Promise<T> {
  const services: Services = createCliServices(readableWorkspace(workspace, source), { indexWaitMs, watch: false });
  try {
    const searchingService = await services.searching();
    const stop = process.stderr.isTTY ? showProgress(searchingService, source) : () => {};
    try {
      return await use(searchingService);
    } finally {
      stop();
    }
  } finally {
    await services.close();
  }
}

/** Shows the progress in one line, and clears it at the end. @returns a function that stops it */
function showProgress(searchingService: SearchService, source: string): () => void {
  const update = async () => {
    const state = await (await searchingService.retriever(source)).state();
    if (state.kind !== 'indexing' || state.total === 0) return;
    process.stderr.write(`\rReading ${state.done} of ${state.total} files …`);
  };
  // The search itself reports why a source cannot be read.
  const unsubscribe = searchingService.subscribe(() => inBackground(update(), () => undefined));
  return () => {
    unsubscribe();
    process.stderr.write('\r\u001b[K');
  };
}
