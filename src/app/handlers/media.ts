/** The calls for the `media/` folder, and its files in undo, redo and restored versions. */
import { join } from 'node:path';
import type { FileChange, Handlers } from '../../contract/contract.ts';
import { realFolder } from '../../files/workspace-paths.ts';
import { addMedia, listMedia, mediaAsData } from '../../library/media-folder.ts';
import { createMediaSteps } from '../../library/media-steps.ts';
import type { Library } from '../../library/types.ts';
import { workspaceKey } from '../../state/paths.ts';

type HistoryCalls = Pick<Handlers, 'history.step' | 'history.restore'>;

/** @returns the calls of the media folder, and `calls` with those of the history taking media files along */
export function withMediaFiles<T extends HistoryCalls>(
  calls: T,
  library: Library,
  stateDir: string,
): T & Pick<Handlers, `media.${'list' | 'read' | 'add'}`> {
  const root = () => realFolder(library.dir);
  const steps = createMediaSteps(root, join(stateDir, 'history', workspaceKey(library.dir), 'media'));
  const textOf = async (file: string) => (await library.open(file, []).catch(() => undefined))?.text ?? '';
  const follow = (changes: readonly FileChange[]) =>
    steps.follow(changes, () => Promise.all(library.snapshot().files.map(({ file }) => textOf(file))));
  return {
    ...calls,
    async 'history.step'(input) {
      const result = await calls['history.step'](input);
      if (result.kind === 'done') await follow(result.changes);
      return result;
    },
    async 'history.restore'(input) {
      const result = await calls['history.restore'](input);
      if (result.kind === 'saved')
        await follow([{ file: input.file, before: result.previousText, after: result.text }]);
      return result;
    },
    'media.list': () => listMedia(root()),
    'media.read': ({ file }) => mediaAsData(root(), file),
    'media.add': async ({ name, data }) => ({ file: await addMedia(root(), name, data, steps.added) }),
  };
}
