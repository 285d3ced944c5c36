/** Undo and redo of the open definition: the core keeps the steps, and says which are the next. */
import type { Location } from '../../src/contract/contract.ts';
import { type StoreContext, sentence } from './context.ts';
import { openView } from './drafts.ts';
import { pathKey } from './json.ts';
import { stepPlace } from './next-steps.ts';

export interface HistoryActions {
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** What taking steps needs of the open definition. */
interface Around {
  /** Saves everything that is typed. */
  flush(): Promise<boolean>;
  /** Runs after every earlier read and write of a file. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Reads the open definition again, inside of a turn. */
  read(location: Location): Promise<void>;
  /** The disk holds something new. */
  saved(): void;
}

/** From the last change to the question what can be undone now: nobody reads that while typing. Milliseconds. */
const quiet = 400;

export function createHistoryActions(
  { host, get, set, notify, subscribe }: StoreContext,
  { flush, inTurn, read, saved }: Around,
): HistoryActions {
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const number = ++newest;
    const place = stepPlace(get());
    if (!place) return;
    const answer = await host.call('history.state', place).catch(() => undefined);
    if (number !== newest || !answer) return;
    const { trouble, ...steps } = answer;
    set({ nextSteps: { file: place.file, placeKey: pathKey(place.at), ...steps } });
    if (trouble !== undefined) notify(trouble);
  }

  // Another definition or lens is asked about at once; a new text of the same one when it has been quiet.
  subscribe((state, before) => {
    const [place, placeBefore] = [stepPlace(state), stepPlace(before)];
    if (!place) return;
    const isSame = placeBefore?.file === place.file && pathKey(placeBefore.at) === pathKey(place.at);
    if (isSame && openView(state)?.version === openView(before)?.version) return;
    clearTimeout(timer);
    newest++;
    if (isSame) timer = setTimeout(() => void ask(), quiet);
    else void ask();
  });

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    if (!(await flush())) return;
    await inTurn(async () => {
      const view = openView(get());
      const place = stepPlace(get());
      if (!view || !place) return;
      try {
        const result = await host.call('history.step', { ...place, direction });
        if (result.kind === 'refused') notify(result.message);
      } catch (error) {
        notify(sentence(error));
      }
      await read({ file: view.file, at: [...view.at] });
    });
    await ask();
    saved();
  }

  return { undo: () => step('undo'), redo: () => step('redo') };
}
