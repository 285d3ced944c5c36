import { expect, test } from 'vitest';
import type { StoreContext } from '../context.ts';
import { createSkills } from './skills.ts';

const plan = {
  kind: 'ready',
  planId: 'one',
  change: 'install',
  skill: 'explain',
  server: 'Docs',
  applicationName: 'Claude Code',
  scope: 'project',
  folder: '/p/.claude/skills/explain',
  files: [],
  notes: [],
  drifted: [],
} as const;

/** A host that answers with fixed data and keeps what it was asked. */
function world(answers: Record<string, unknown> = {}) {
  const requests: { readonly call: string; readonly input: unknown }[] = [];
  let projects: readonly string[] = ['/p'];
  const givenValues: Record<string, unknown> = {
    'skills.list': [
      { name: 'other', description: '', prompt: 'Other', text: '', files: [], losses: [] },
      { name: 'explain', description: '', prompt: 'Explain', text: '', files: [], losses: [] },
    ],
    'skills.readers': [],
    'skills.installed': [],
    'folders.suggest': [],
    'skills.plan': plan,
    'skills.apply': { folder: plan.folder, journalId: 'j' },
    'skills.undo': { folder: plan.folder, message: 'Every file is as it was before.' },
    ...answers,
  };
  const context = {
    host: {
      async call(call: string, input: unknown) {
        requests.push({ call, input });
        if (givenValues[call] instanceof Error) throw givenValues[call];
        return givenValues[call];
      },
    },
    settings: {
      read: () => ({ projects }),
      change: (change: { projects: readonly string[] }) => {
        projects = change.projects;
      },
    },
    orNotice: (call: Promise<unknown>) => call,
    get: () => ({}),
    set: () => undefined,
  } as unknown as StoreContext;
  const skills = createSkills({ context, flush: async () => true });
  const inputsOf = (call: string) => requests.filter((request) => request.call === call).map(({ input }) => input);
  return { skills, givenValues, inputsOf, projects: () => projects, stage: () => skills.state.getState().stage };
}

test('the dialog opens with the skill of the shown prompt and plans it for the last project', async () => {
  const { skills, inputsOf, stage } = world();
  await skills.open('Docs', 'Explain');
  expect(inputsOf('skills.plan')).toEqual([
    { server: 'Docs', skill: 'explain', application: 'claude-code', scope: 'project', projectDir: '/p' },
  ]);
  expect(stage()).toEqual({ kind: 'planned', plan });
});

test('another choice plans again, and a person’s folder needs no project', async () => {
  const { skills, inputsOf, stage } = world();
  await skills.open('Docs', 'Explain');
  await skills.choose({ projectDir: ' ' });
  expect(stage()).toEqual({ kind: 'choosing' });
  await skills.choose({ scope: 'user', application: 'codex' });
  expect(inputsOf('skills.plan').at(-1)).toEqual({
    server: 'Docs',
    skill: 'explain',
    application: 'codex',
    scope: 'user',
  });
});

test('a plan is written once, its project is remembered, and undo says what it did', async () => {
  const { skills, inputsOf, projects, stage } = world();
  await skills.open('Docs', 'Explain');
  await skills.choose({ projectDir: '/q' });
  await skills.apply(false);
  expect(stage()).toEqual({ kind: 'applied', plan, journalId: 'j' });
  await skills.apply(false);
  expect(inputsOf('skills.apply')).toEqual([{ planId: 'one', discardsChanges: false }]);
  expect(projects()).toEqual(['/q', '/p']);
  await skills.undo('j');
  expect(stage()).toEqual({ kind: 'undone', message: `${plan.folder}: Every file is as it was before.` });
});

test('a refusal is shown, and a server without skills has nothing to plan', async () => {
  const { skills, stage } = world({ 'skills.apply': new Error('SKILL.md was changed.') });
  await skills.open('Docs', 'Explain');
  await skills.apply(false);
  expect(stage()).toEqual({ kind: 'failed', message: 'SKILL.md was changed.' });
  const emptyWorld = world({ 'skills.list': [] });
  await emptyWorld.skills.open('Docs', undefined);
  expect(emptyWorld.stage()).toEqual({ kind: 'choosing' });
});

const installed = { skill: 'explain', application: 'claude-code', folder: plan.folder };

test('the open dialog follows what the command line installs, and plans again', async () => {
  const { skills, givenValues, inputsOf, stage } = world();
  await skills.open('Docs', 'Explain');
  await skills.refresh();
  expect(inputsOf('skills.plan')).toHaveLength(1);
  givenValues['skills.installed'] = [installed];
  givenValues['skills.plan'] = { ...plan, planId: 'two', change: 'none' };
  await skills.refresh();
  expect(skills.state.getState().installedSkills).toEqual([installed]);
  expect(stage()).toMatchObject({ kind: 'planned', plan: { planId: 'two', change: 'none' } });
});

test('a planned removal stays a removal after a change elsewhere, and no change replaces what was applied', async () => {
  const { skills, givenValues, inputsOf, stage } = world({
    'skills.installed': [installed],
    'skills.planRemoval': { ...plan, change: 'remove' },
  });
  await skills.open('Docs', 'Explain');
  await skills.planRemoval({ ...installed, scope: 'user' } as never);
  givenValues['skills.installed'] = [];
  await skills.refresh();
  expect(inputsOf('skills.planRemoval')).toHaveLength(2);
  expect(stage()).toMatchObject({ kind: 'planned', plan: { change: 'remove' } });
  await skills.apply(false);
  givenValues['skills.installed'] = [installed];
  await skills.refresh();
  expect(stage()).toMatchObject({ kind: 'applied' });
  expect(skills.state.getState().installedSkills).toEqual([installed]);
});

test('a planned removal stays in the dialog of a server without skills', async () => {
  const { skills, givenValues, stage } = world({
    'skills.list': [],
    'skills.installed': [installed],
    'skills.planRemoval': { ...plan, change: 'remove' },
  });
  await skills.open('Docs', undefined);
  await skills.planRemoval({ ...installed, scope: 'user' } as never);
  givenValues['skills.installed'] = [installed, { ...installed, application: 'codex' }];
  await skills.refresh();
  expect(stage()).toMatchObject({ kind: 'planned', plan: { change: 'remove' } });
});

test('after the shown skill is gone, the dialog shows the next one', async () => {
  const { skills, givenValues, inputsOf } = world();
  await skills.open('Docs', 'Explain');
  givenValues['skills.list'] = [{ name: 'other', description: '', prompt: 'Other', text: '', files: [], losses: [] }];
  await skills.refresh();
  expect(skills.state.getState().target.skill).toBe('other');
  expect(inputsOf('skills.plan').at(-1)).toMatchObject({ skill: 'other' });
});

test('a refresh that the person overtakes changes nothing', async () => {
  const { skills, givenValues, stage } = world();
  await skills.open('Docs', 'Explain');
  givenValues['skills.installed'] = [installed];
  const refresh = skills.refresh();
  await skills.choose({ skill: 'other' });
  const chosen = stage();
  await refresh;
  expect(stage()).toBe(chosen);
});
