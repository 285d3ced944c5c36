/** The workspace folder disappears: the window reports it, and typing waits until the folder is back. */
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { selectSaved } from '../definition/save-state.ts';
import { worldOf } from '../testing/world.ts';

const world = worldOf({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [Greet]\n',
  'prompts/Greet.yaml': 'Name: Greet\nTitle: A greeting\nContent: Hello\n',
});
const { disk, until } = world;
const path = (file: string) => join(world.home, 'workspace', file);

const removals: Readonly<Record<string, (awayPath: string) => Promise<void>>> = {
  deleted: async (awayPath) => {
    await cp(path('.'), awayPath, { recursive: true });
    await rm(path('.'), { recursive: true });
  },
  'moved away': (awayPath) => rename(path('.'), awayPath),
};

for (const [way, take] of Object.entries(removals)) {
  it(`says that the workspace folder was ${way}, until it is restored, and then saves the typing`, async () => {
    const isGone = () =>
      until(({ workspace }) => workspace.status === 'ready' && (workspace.view.isGone ? 'gone' : 'there'));
    await world.open({ kind: 'prompt', server: 'Docs', key: 'Greet' });
    expect(await isGone()).toBe('there');
    const awayPath = join(world.home, 'away');
    await take(awayPath);
    await until(({ workspace }) => workspace.status === 'ready' && workspace.view.isGone);
    world.store.actions.edit(['Content'], 'Typed into nothing');
    await until((now) => selectSaved(now) === 'failed');
    await rename(awayPath, path('.'));
    await until(({ workspace }) => workspace.status === 'ready' && !workspace.view.isGone);
    await until((now) => selectSaved(now) === 'saved');
    expect(await disk('prompts/Greet.yaml')).toContain('Content: Typed into nothing');
  });
}
