import { expect, test } from 'vitest';
import { WorkbenchError } from '../../../src/base/errors.ts';
import type { StoreContext } from '../context.ts';
import { createTeams } from './teams.ts';

const page = { ref: 'main', servers: [] };
const server = (id: string, kind: string) => ({ id, name: id, address: `https://${id}.example.com`, login: { kind } });

/** A host that answers with fixed data and records what it was asked. */
function world(answers: Record<string, unknown>) {
  const requests: string[] = [];
  const listeners = new Map<string, () => void>();
  const host = {
    async call(call: string, input: { readonly id?: string }) {
      requests.push(input.id === undefined ? call : `${call} ${input.id}`);
      if (answers[call] instanceof Error) throw answers[call];
      return answers[call];
    },
    on(event: string, listener: () => void) {
      listeners.set(event, listener);
      return () => undefined;
    },
  };
  const teams = createTeams({ host } as unknown as StoreContext);
  return {
    teams,
    requests,
    answers,
    tell: (event: string) => listeners.get(event)?.(),
    state: teams.state.getState,
  };
}

test('a team server without a login is not contacted until the person logs in', async () => {
  const { teams, requests, answers, tell, state } = world({ 'team.list': [server('acme', 'none')], 'team.read': page });
  await teams.open();
  expect(requests).toEqual(['team.list']);
  expect(state().reading).toEqual({ kind: 'none' });
  answers['team.list'] = [server('acme', 'done')];
  tell('team.changed');
  await expect.poll(() => state().reading).toEqual({ kind: 'ready', page });
});

test('an older list does not replace a newer one', async () => {
  const { teams, answers, state } = world({ 'team.list': [server('acme', 'none')] });
  await teams.open();
  let answerLate = (_list: unknown) => {};
  answers['team.list'] = new Promise((resolve) => {
    answerLate = resolve;
  });
  const opening = teams.open();
  answers['team.list'] = [server('acme', 'none'), server('other', 'none')];
  await teams.open();
  answerLate([server('acme', 'none')]);
  await opening;
  expect(state().list?.map(({ id }) => id)).toEqual(['acme', 'other']);
});

test('after the chosen team server is removed elsewhere, the next one is read', async () => {
  const { teams, answers, requests, state } = world({
    'team.list': [server('acme', 'done'), server('other', 'done')],
    'team.read': page,
  });
  await teams.open();
  answers['team.list'] = [server('other', 'done')];
  await teams.refresh();
  expect(state().chosenId).toBe('other');
  expect(requests.filter((request) => request.startsWith('team.read')).at(-1)).toBe('team.read other');
});

test('the open dialog follows what the command line adds, and reads a team server after a login there', async () => {
  const { teams, answers, requests, state } = world({ 'team.list': [server('acme', 'none')], 'team.read': page });
  await teams.open();
  await teams.follow();
  expect(requests).toEqual(['team.list', 'team.list']);
  answers['team.list'] = [server('acme', 'done'), server('other', 'none')];
  await teams.follow();
  expect(state().list?.map(({ id }) => id)).toEqual(['acme', 'other']);
  expect(state().reading).toEqual({ kind: 'ready', page });
});

test('a press that fails is reported in one sentence, which the next press replaces', async () => {
  const { teams, answers, state } = world({
    'team.list': [server('acme', 'none')],
    'team.logIn': new WorkbenchError('refused', 'The issuer registers no programs.'),
  });
  await teams.open();
  expect(await teams.logIn('acme')).toBeUndefined();
  expect(state().notice).toBe('The issuer registers no programs.');
  answers['team.logIn'] = { url: 'https://login.example.com' };
  expect(await teams.logIn('acme')).toBe('https://login.example.com');
  expect(state().notice).toBeUndefined();
});

test('only team servers that answer without another login are asked for usage', async () => {
  const { teams, answers } = world({
    'team.list': [server('acme', 'none'), server('open', 'open'), server('late', 'failed')],
    'team.usage': { entries: [], unused: [] },
  });
  expect((await teams.listReady()).map(({ id }) => id)).toEqual(['open']);
  const question = { id: 'open', server: 'Docs', days: 7 };
  expect(await teams.readUsage(question)).toEqual({ entries: [], unused: [] });
  answers['team.usage'] = new WorkbenchError('not-found', 'There is no server "Docs" here.');
  expect(await teams.readUsage(question)).toBeUndefined();
  answers['team.usage'] = new WorkbenchError('unavailable', 'It is away.');
  await expect(teams.readUsage(question)).rejects.toThrow('It is away.');
});

test('a removed team server is no longer shown, and the next one is', async () => {
  const { teams, answers, requests, state } = world({
    'team.list': [server('acme', 'done'), server('other', 'done')],
    'team.read': page,
    'team.remove': {},
  });
  await teams.open();
  expect(state().chosenId).toBe('acme');
  answers['team.list'] = [server('other', 'done')];
  await teams.remove('acme');
  expect(state().chosenId).toBe('other');
  expect(requests).toContain('team.read other');
});
