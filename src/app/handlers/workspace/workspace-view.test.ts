import { expect, test } from 'vitest';
import { openLibrary } from '../../../library/open-library.ts';
import { makeWorkspace } from '../../../library/testing/workspace.ts';
import type { LibrarySnapshot, ListedPrompt, WorkspaceFile } from '../../../library/types.ts';
import type { PromptDefinition } from '../../../model/definitions.ts';
import type { Problem } from '../../../model/problems/problems.ts';
import { workspaceContent } from './workspace-view.ts';

const greet: PromptDefinition = {
  name: 'Greet',
  description: 'Says hello',
  arguments: [{ name: 'who', required: true, complete: { kind: 'values', values: ['Ada'] } }],
  type: 'Text',
  content: { kind: 'text', text: { kind: 'literal', text: 'Hello' } },
  samples: [{ name: 'Ada', arguments: { who: 'Ada' } }],
};

const problem: Problem = {
  tag: 'PromptNameNotFound',
  severity: 'error',
  message: 'There is no prompt "Nobody".',
  on: 'value',
  at: ['MCPPrompts', 1],
  file: 'servers/Docs.yaml',
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 11,
};

function snapshotOf(entries: readonly ListedPrompt[], files: readonly WorkspaceFile[] = []): LibrarySnapshot {
  const resolvedServer = { name: 'Docs', version: '1.0.0', tools: [], prompts: [] };
  return {
    revision: 7,
    files,
    servers: new Map([
      ['Docs', { resolvedServer, builtin: false, file: 'servers/Docs.yaml', entries, tools: [], skills: [] }],
    ]),
    problems: [problem],
  };
}

const listedPrompt: ListedPrompt = {
  prompt: greet,
  catalogueName: 'Greet',
  builtin: false,
  location: { file: 'prompts/Greet.yaml', at: [] },
  isServed: true,
  problems: [],
};

const view = (snapshot: LibrarySnapshot) => workspaceContent('/work', snapshot, () => undefined);

test('a prompt shows its arguments and samples and none of its content', () => {
  const [server] = view(snapshotOf([listedPrompt])).servers;
  expect(server?.prompts).toEqual([
    {
      key: 'Greet',
      name: 'Greet',
      catalogueName: 'Greet',
      description: 'Says hello',
      arguments: [{ name: 'who', required: true }],
      samples: [{ name: 'Ada', arguments: { who: 'Ada' } }],
      location: { file: 'prompts/Greet.yaml', at: [] },
      builtin: false,
      isServed: true,
      problems: [],
    },
  ]);
});

test('duplicate and nameless entries have different keys', () => {
  const namelessPrompt: ListedPrompt = { builtin: false, isServed: false, problems: [problem] };
  const missingPrompt: ListedPrompt = { ...namelessPrompt, catalogueName: 'Nobody' };
  const prompts =
    view(snapshotOf([listedPrompt, listedPrompt, missingPrompt, namelessPrompt])).servers[0]?.prompts ?? [];
  expect(prompts.map(({ key, name }) => [key, name])).toEqual([
    ['Greet', 'Greet'],
    ['Greet (2)', 'Greet'],
    ['Nobody', 'Nobody'],
    ['Prompt 4', 'Prompt 4'],
  ]);
});

test("a server has its own file's problems, the workspace has all", () => {
  const otherProblem = { ...problem, file: 'prompts/Other.yaml' };
  const { servers, problems } = view({ ...snapshotOf([]), problems: [problem, otherProblem] });
  expect(servers[0]?.problems).toHaveLength(1);
  expect(servers[0]?.problems[0]).not.toHaveProperty('on');
  expect(problems.map(({ file }) => file)).toEqual(['servers/Docs.yaml', 'prompts/Other.yaml']);
});

test('a prompt file that no server lists is shown apart, even when it cannot be read', () => {
  const file = (name: string, fields: Partial<WorkspaceFile>): WorkspaceFile => ({
    file: `prompts/${name}.yaml`,
    kind: 'prompt',
    name,
    version: 'v1',
    problems: [],
    ...fields,
  });
  const files = [
    file('Greet', { prompt: greet }),
    file('Lonely', { prompt: greet }),
    file('Torn', { problems: [problem] }),
  ];
  const { unlistedPrompts } = view(snapshotOf([listedPrompt], files));
  expect(unlistedPrompts.map(({ catalogueName, name, isServed }) => [catalogueName, name, isServed])).toEqual([
    ['Lonely', 'Greet', true],
    ['Torn', 'Torn', false],
  ]);
});

test('a skill with an error stays listed, and is served by no server', async () => {
  const dir = await makeWorkspace({
    'servers/Docs.yaml': 'Name: Docs\nSkills: [notes, broken]\n',
    'servers/Team.yaml': 'Name: Team\nSkills: broken\n',
    'skills/notes.yaml': 'Name: notes\nDescription: Writes notes\nContent: Write.\n',
    'skills/broken.yaml': 'Name: broken\nDescription: Does it\nFiles: [nope.md]\nContent: Do it.\n',
    'skills/apart.yaml': 'Name: apart\nDescription: Does it\nContent: Do it.\n',
  });
  const library = await openLibrary(dir, { watch: false });
  expect(view(library.snapshot()).skills.map(({ name, listedBy, servedBy }) => ({ name, listedBy, servedBy }))).toEqual(
    [
      { name: 'apart', listedBy: [], servedBy: [] },
      { name: 'broken', listedBy: ['Docs', 'Team'], servedBy: [] },
      { name: 'notes', listedBy: ['Docs'], servedBy: ['Docs'] },
    ],
  );
  await library.close();
});
