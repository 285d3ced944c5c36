/** A server whose file has an error, over the real core. */
import { expect, test } from 'vitest';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { worldOf } from '../testing/world.ts';
import { selectServerError } from './server-error.ts';

const server = 'Name: Docs\nVersion: 1.0.0\nMCPPrompts:\n  - Greet\n';
const world = worldOf({
  'prompts/Greet.yaml': 'Name: Greet\nContent: Hello\n',
  'servers/Docs.yaml': server,
});

test('the page and Connect name the line that keeps a server from its clients', async () => {
  await world.open({ kind: 'server', server: 'Docs' });
  expect(selectServerError(world.state())).toBeUndefined();
  await world.writeDisk('servers/Docs.yaml', `${server}  bad: [\n`);
  const error = await world.until(selectServerError);
  const sentence = 'Clients get no prompts until you fix line 5 of servers/Docs.yaml.';
  expect(unservedServer(error)).toBe(sentence);
  const plan = await world.workbench.handlers['connect.plan']({
    server: 'Docs',
    projectDir: world.home,
    application: 'claude-code',
  });
  expect(plan.kind === 'ready' && plan.promptNotes.map(({ message }) => message)).toContain(sentence);
});
