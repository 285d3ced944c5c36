import type { Handlers } from '../../contract/contract.ts';
import { realFolder } from '../../files/workspace-paths.ts';
import { addMedia, listMedia, mediaAsData } from '../../library/media-folder.ts';

/** The calls for the `media/` folder of the workspace at `dir`. */
export function mediaHandlers(dir: string): Pick<Handlers, `media.${'list' | 'read' | 'add'}`> {
  return {
    'media.list': () => listMedia(realFolder(dir)),
    'media.read': ({ file }) => mediaAsData(realFolder(dir), file),
    'media.add': async ({ name, data }) => ({ file: await addMedia(realFolder(dir), name, data) }),
  };
}
