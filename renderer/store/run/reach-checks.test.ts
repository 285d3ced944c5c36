/** Kept checks of what reaches models, over the real core. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReachCheck } from '../../../src/contract/contract.ts';
import { keepCheck } from '../../../src/run/reach/checks.ts';
import { held, worldOf } from '../testing/world.ts';
import { checkKey } from './reach-checks.ts';

const world = worldOf({ 'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [{ Name: Greet, Content: Hello }]\n' });
const key = checkKey('Docs', 'Greet', 'codex');
const checkOf = (version: string): ReachCheck => ({
  client: 'codex',
  version,
  day: '2026-01-02',
  server: 'Docs',
  prompt: 'Greet',
  line: '/Greet',
  pieces: [],
  expected: [],
});
/** What another window or the command line does. */
const checkElsewhere = (version: string) =>
  keepCheck({ stateDir: join(world.home, 'state'), workspaceDir: join(world.home, 'workspace') }, checkOf(version));

async function openReach() {
  const { reach } = await world.store.actions.runs();
  const shownVersion = () => {
    const cell = reach.state.getState().cells[key];
    return cell?.kind === 'checked' ? cell.reach.version : cell?.kind;
  };
  return { reach, shownVersion };
}

test('a check that was made elsewhere replaces the one that the window has read', async () => {
  const { reach, shownVersion } = await openReach();
  await checkElsewhere('1');
  await reach.read('Docs');
  expect(shownVersion()).toBe('1');
  await checkElsewhere('2');
  await reach.read('Docs');
  expect(shownVersion()).toBe('2');
});

test('an older read does not replace a check of this window', async () => {
  const { reach, shownVersion } = await openReach();
  await checkElsewhere('1');
  await reach.read('Docs');
  const answer = held();
  world.after = (call) => (call === 'reach.checks' ? answer.promise : undefined);
  const reading = reach.read('Docs');
  reach.state.setState({ cells: { [key]: { kind: 'checking' } } });
  answer.release();
  await reading;
  expect(shownVersion()).toBe('checking');
});
