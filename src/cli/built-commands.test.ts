/** Most tests run the source of the command line in their own process. Here, the built program has to do the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongLived } from './outcome.ts';
import { createWorld, type World } from './testing/command-line.ts';

const files = {
  'servers/Docs.yaml': 'Name: Docs\nVersion: 1.0.0\nMCPPrompts: [greet, shout]\nTools: [sum]\n',
  'prompts/greet.yaml': `Name: greet
Description: Says hello
Skill: true
Arguments: [{ Name: name, Required: true }]
Tests: [{ Name: polite, Arguments: { name: Ada }, Expect: { Contains: hello } }]
Content: { StringTemplate: "Hello, \`name\`!" }
`,
  'prompts/shout.yaml': 'Name: shout\nContent: { Function: "() => `HEY`" }\n',
  'tools/sum.yaml': 'Name: sum\nContent: { Function: "() => 1 + 2" }\n',
  'sources/guide.yaml': 'Type: Documentation\nFolders: [guide]\n',
  'guide/queue.md': '# Queue\n\nA queue gives the oldest value first.\n',
};

/** One command line for each command that ends by itself. */
const commandLines: Readonly<Record<string, readonly string[]>> = {
  sessions: [],
  list: ['Docs'],
  catalogue: [],
  get: ['Docs', 'shout'],
  skill: ['Docs', 'greet'],
  run: ['Docs', 'greet', 'name=Ada', '--with', 'unknown'],
  reach: ['Docs', 'greet', 'name=Ada', '--client', 'codex'],
  runners: ['--remove', 'unknown'],
  prices: [],
  'team-token': ['deploy', '--expires', 'tomorrow'],
  'team-servers': [],
  usage: ['Docs'],
  tools: ['Docs'],
  call: ['Docs', 'sum'],
  check: [],
  lint: [],
  test: ['Docs'],
  replay: ['Docs'],
  diff: ['main'],
  publish: ['--dry-run'],
  pull: [],
  blame: ['Docs', 'greet'],
  trust: ['--list'],
  allow: ['--list'],
  connect: ['Docs', '--to', 'claude-code', '--dry-run'],
  pack: ['Docs', '--as', 'plugin', '--dry-run'],
  surfaces: ['Nowhere'],
  connections: [],
  disconnect: [],
  doctor: [],
  export: ['Docs'],
  import: ['.', '--dry-run'],
  search: ['guide', 'oldest'],
  page: ['guide', 'queue.md'],
  fetch: ['guide'],
  evaluate: ['guide'],
};

let world: World;
beforeAll(async () => {
  world = await createWorld(files);
  await world.trust();
});
afterAll(() => world.dispose());

test('every command has a command line here, or runs until it is stopped', async () => {
  const { stdout } = await world.runBuilt('--help');
  const [, list = ''] = /\nCommands:\n(.+?)\n\n/s.exec(stdout) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  expect(names.filter((name) => !isLongLived([name])).toSorted()).toEqual(Object.keys(commandLines).toSorted());
});

test.each(Object.entries(commandLines))(
  '%s prints the same, with the same exit code, in the built program as from its source',
  async (name, args) => {
    const outcome = await world.runBuilt(name, ...args);
    expect(outcome.stdout + outcome.stderr).not.toBe('');
    expect(await world.run(name, ...args)).toEqual(outcome);
  },
);
