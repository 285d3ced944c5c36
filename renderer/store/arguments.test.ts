/** What is done with arguments as a whole, over the real core. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHostClient } from '../../src/contract/host-client.ts';
import { createInProcessTransport } from '../../src/contract/in-process.ts';
import { openWorkbench, type Workbench } from '../../src/workbench.ts';
import { selectSlotArguments, selectSlotUses } from './arguments.ts';
import { selectValues } from './selectors.ts';
import { createSettings } from './settings.ts';
import { createWorkbenchStore, type WorkbenchStore } from './store.ts';

const greet = `Name: Greet
Arguments:
  - Name: name # whom
    Required: true
  - Name: tone
    Complete:
      Function: "(value, { name }) => [name]"
Content:
  StringTemplate: "Hello, \`name\`! \`weather\`"
`;

let home: string;
let workbench: Workbench;
let store: WorkbenchStore;
let edits: number;
const state = () => store.state.getState();
const disk = () => readFile(join(home, 'workspace', 'prompts', 'Greet.yaml'), 'utf8');

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'prompt-workbench-arguments-'));
  await mkdir(join(home, 'workspace', 'servers'), { recursive: true });
  await mkdir(join(home, 'workspace', 'prompts'));
  await writeFile(join(home, 'workspace', 'servers', 'Docs.yaml'), 'Name: Docs\nMCPPrompts: [Greet]\n');
  await writeFile(join(home, 'workspace', 'prompts', 'Greet.yaml'), greet);
  workbench = await openWorkbench({
    workspaceDir: join(home, 'workspace'),
    stateDir: join(home, 'state'),
    cliFile: join(home, 'cli.cjs'),
    samplesDir: join(home, 'samples'),
    log: () => {},
  });
  edits = 0;
  const core = createInProcessTransport(workbench);
  const host = createHostClient({
    call(name, input) {
      if (name === 'definition.edit') edits++;
      return core.call(name, input);
    },
    listen: (listener) => core.listen(listener),
  });
  store = createWorkbenchStore(host, createSettings({ getItem: () => null, setItem: () => {} }));
  await vi.waitFor(() => expect(state().workspace.status).toBe('ready'));
  store.actions.select({ kind: 'prompt', server: 'Docs', key: 'Greet' });
  await vi.waitFor(() => expect(state().definition.status).toBe('open'));
});

afterEach(async () => {
  await store.close();
  await workbench.close();
  await rm(home, { recursive: true, force: true });
});

it('renames an argument with its slots in one save, takes the typed value along, and tells of functions', async () => {
  store.actions.setValue('name', 'Ada');
  await store.actions.renameArgument(0, 'whom');
  expect(edits).toBe(1);
  expect(await disk()).toBe(greet.replace('- Name: name', '- Name: whom').replace('`name`', '`whom`'));
  expect(selectValues(state())).toMatchObject({ whom: 'Ada' });
  expect(state().notices.at(-1)?.message).toContain('the completion of tone may still use the old name');
  await store.actions.undo();
  expect(await disk()).toBe(greet);
});

it('knows which slots wait for an argument, and adds it', async () => {
  expect(selectSlotUses(state())).toEqual({ used: ['name'], missing: ['weather'], places: 0 });
  await store.actions.addArguments(['weather']);
  expect(selectSlotUses(state())).toEqual({ used: ['name', 'weather'], missing: [], places: 0 });
  expect(selectSlotArguments(state()).map(({ name }) => name)).toEqual(['name', 'tone', 'weather']);
});

it('removes an argument, and its notice takes that back byte for byte', async () => {
  await store.actions.removeArgument(1);
  expect(await disk()).not.toContain('tone');
  const notice = state().notices.at(-1);
  expect(notice?.message).toBe('Removed the argument tone.');
  await store.actions.undoNotice(notice?.id ?? -1);
  expect(await disk()).toBe(greet);
});
