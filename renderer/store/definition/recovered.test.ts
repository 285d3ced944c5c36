/** What a window says of a change that a crash interrupted. */
import { expect, it } from 'vitest';
import { abandonRecord, writeRecord } from '../../../src/library/arrange/change-record.ts';
import { worldOf } from '../testing/world.ts';

const docs = 'Name: Docs\nMCPPrompts: [Greet]\n';
const greet = 'Name: Greet\nContent: Hello\n';
const world = worldOf({ 'servers/Docs.yaml': docs, 'prompts/Greet.yaml': greet });

it('reports that an interrupted change is finished, and can undo it', async () => {
  const root = `${world.home}/workspace`;
  const changes = [
    { file: 'servers/Docs.yaml', before: docs, after: 'Name: Docs\nMCPPrompts: []\n' },
    { file: 'prompts/Greet.yaml', before: greet, after: null },
  ];
  await writeRecord(root, { label: 'Deleted Greet', changes });
  abandonRecord(root);
  await world.writeDisk('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: []\n');
  await world.restart();
  const [notice] = world.state().notices;
  expect(notice?.message).toBe('"Deleted Greet" was interrupted and has been finished.');
  await expect(world.disk('prompts/Greet.yaml')).rejects.toThrow('ENOENT');
  await world.store.actions.undoNotice(notice?.id ?? -1);
  expect(await world.disk('prompts/Greet.yaml')).toBe(greet);
  expect(await world.disk('servers/Docs.yaml')).toBe(docs);
  await world.reopenWindow();
  expect(world.state().notices).toEqual([]);
});
