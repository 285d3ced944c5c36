/** The URL of the page and the browser's history, with the real store and core. */
import { expect, test, vi } from 'vitest';
import { selectServerTab } from '../servers/server-page.ts';
import { worldOf } from '../testing/world.ts';
import { followAddress } from './follow-address.ts';

const prompt = (name: string) => `Name: ${name}\nContent: Text of ${name}.\n`;
const world = worldOf({
  'servers/team.yaml': 'Name: team\nMCPPrompts: [one, two, three]\n',
  'prompts/one.yaml': prompt('one'),
  'prompts/two.yaml': prompt('two'),
  'prompts/three.yaml': prompt('three'),
});
const { state } = world;

/** A browser's history as far as the window uses it. */
function browser(hash = '') {
  const entries = [{ hash, state: null as unknown }];
  let at = 0;
  let onPop = () => {};
  const url = (text: string) => text.slice(text.indexOf('#'));
  return {
    entries: () => entries.map((entry) => entry.hash),
    get hash() {
      return entries[at]?.hash ?? '';
    },
    /** What a person does with the address bar. */
    type(text: string) {
      entries.splice(++at, entries.length, { hash: text, state: null });
      onPop();
    },
    go(step: number) {
      if (!entries[at + step]) return;
      at += step;
      onPop();
    },
    window: {
      location: {
        get hash() {
          return entries[at]?.hash ?? '';
        },
      },
      history: {
        get state() {
          return entries[at]?.state;
        },
        pushState: (data: unknown, _: string, text: string) =>
          void entries.splice(++at, entries.length, { hash: url(text), state: data }),
        replaceState: (data: unknown, _: string, text: string) =>
          void entries.splice(at, 1, { hash: url(text), state: data }),
        go: (step: number) => page.go(step),
      },
      addEventListener: (_: 'popstate', listener: () => void) => {
        onPop = listener;
      },
    },
  };
}
let page: ReturnType<typeof browser>;

function follow(hash?: string) {
  page = browser(hash);
  followAddress(page.window, world.store);
}

const shows = (hash: string) => vi.waitFor(() => expect(page.hash).toBe(hash));
const at = (name: string) => `#/servers/team/prompts/${name}`;
const choose = (key: string, isStep?: boolean) =>
  world.store.actions.select({ kind: 'prompt', server: 'team', key }, isStep);

test('every page has an address, and Back and Forward go through the pages', async () => {
  follow();
  choose('one');
  await shows(at('one'));
  choose('two');
  world.store.actions.select({ kind: 'server', server: 'team' });
  await shows('#/servers/team');
  page.go(-1);
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'two');
  page.go(-1);
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'one');
  page.go(1);
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'two');
  expect(page.entries()).toEqual([at('one'), at('two'), '#/servers/team']);
});

test('another prompt opened from the YAML adds one entry, and Back leads to the YAML', async () => {
  follow();
  await world.open({ kind: 'prompt', server: 'team', key: 'one' });
  await world.store.actions.showEditorView('yaml');
  await world.open({ kind: 'prompt', server: 'team', key: 'two' });
  await shows(at('two'));
  expect(page.entries().slice(-2)).toEqual([`${at('one')}?view=yaml`, at('two')]);
  page.go(-1);
  await world.until(({ selection, editorView: view }) => {
    return selection?.kind === 'prompt' && selection.key === 'one' && view === 'yaml';
  });
});

test('the YAML, the history and the dialogs have addresses, and Back closes a dialog', async () => {
  follow();
  await world.open({ kind: 'prompt', server: 'team', key: 'one' });
  await world.store.actions.showEditorView('yaml');
  await shows(`${at('one')}?view=yaml`);
  world.store.actions.openImport();
  await shows(`${at('one')}?view=yaml&dialog=import`);
  page.go(-1);
  await world.until((now) => now.import.status === 'closed');
  expect(page.hash).toBe(`${at('one')}?view=yaml`);
  page.go(-1);
  await world.until(({ editorView }) => editorView === 'form');
});

test('Back after a closed dialog goes to the page before it with one press', async () => {
  follow();
  choose('one');
  choose('two');
  world.store.actions.openImport();
  world.store.actions.closeImport();
  page.go(-1);
  page.go(-1);
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'one');
  expect(page.hash).toBe(at('one'));
});

test('a window opens the page of its address', async () => {
  await world.reopenWindow();
  follow(`${at('three')}?view=yaml&dialog=import&dock=problems`);
  await world.until((now) => now.import.status === 'open');
  expect(state().selection).toEqual({ kind: 'prompt', server: 'team', key: 'three' });
  expect(state()).toMatchObject({ editorView: 'yaml', shell: { dock: { isOpen: true, tab: 'problems' } } });
});

test('pages reached with the arrow keys share one place in Back', async () => {
  follow();
  choose('one');
  choose('two', true);
  choose('three', true);
  await shows(at('three'));
  expect(page.entries()).toEqual([at('one'), at('three')]);
});

test('a renamed prompt keeps its place in Back', async () => {
  follow();
  choose('one');
  choose('two');
  await world.store.actions.renameEntry('team', 1, 'second');
  await shows(at('second'));
  expect(page.entries()).toEqual([at('one'), at('second')]);
});

test('the address of a deleted prompt leads to no other page, and opens it once it is back', async () => {
  follow();
  choose('one');
  page.type(at('four'));
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'four');
  await world.store.actions.refreshWorkspace();
  expect(page.hash).toBe(at('four'));
  await world.writeDisk('prompts/four.yaml', prompt('four'));
  await world.writeDisk('servers/team.yaml', 'Name: team\nMCPPrompts: [one, two, three, four]\n');
  await world.until(({ definition }) => definition.status === 'open' && definition.view.file === 'prompts/four.yaml');
});

test('the code of a sign-in link stays untouched until the host has taken it', async () => {
  follow();
  choose('one');
  page.type('#code=secret');
  choose('two');
  expect(page.hash).toBe('#code=secret');
  page.window.history.replaceState(null, '', '#');
  choose('three');
  await shows(at('three'));
  expect(page.entries().join()).not.toContain('secret');
});

test('the tabs of a server have addresses, in Back and in a new window', async () => {
  follow();
  world.store.actions.select({ kind: 'server', server: 'team' });
  world.store.actions.showServerTab('team', 'tools');
  world.store.actions.showServerTab('team', 'settings');
  await shows('#/servers/team?tab=settings');
  page.go(-1);
  await vi.waitFor(() => expect(selectServerTab(state(), 'team')).toBe('tools'));
  page.go(-1);
  await vi.waitFor(() => expect(selectServerTab(state(), 'team')).toBe('prompts'));
  expect(page.hash).toBe('#/servers/team');
  await world.reopenWindow();
  follow('#/servers/team?tab=clients');
  await vi.waitFor(() => expect(selectServerTab(state(), 'team')).toBe('clients'));
  expect(page.hash).toBe('#/servers/team?tab=clients');
});

test('the sections of the help have addresses, and Back after the help goes to the page before it', async () => {
  follow();
  choose('one');
  choose('two');
  world.store.actions.openHelp();
  world.store.actions.openHelp('format.md#slots');
  world.store.actions.openHelp('cli.md');
  await shows(`${at('two')}?dialog=help&section=cli.md`);
  page.go(-1);
  await world.until(({ shell }) => shell.helpPlace === 'format.md#slots');
  world.store.actions.openHelp('cli.md');
  world.store.actions.closeOverlay();
  await shows(at('two'));
  page.go(-1);
  await world.until(({ selection }) => selection?.kind === 'prompt' && selection.key === 'one');
  await world.reopenWindow();
  follow(`${at('two')}?dialog=help&section=clients.md`);
  await world.until(({ shell }) => shell.overlay === 'help' && shell.helpPlace === 'clients.md');
});

test('the tab and the item of an inspected server have an address', async () => {
  const target = { kind: 'url', url: 'http://127.0.0.1:1/mcp', headers: [] } as const;
  world.store.state.setState({ inspectedServers: [{ id: 'x', name: 'Other', target }] });
  follow();
  world.store.actions.select({ kind: 'inspected', id: 'x' });
  const inspector = await world.store.actions.inspector();
  inspector.showTab('x', 'tools');
  inspector.choose('x', { list: 'tools', name: 'a/b' });
  inspector.showTab('x', 'about');
  await shows('#/inspected/x?tab=about');
  page.go(-1);
  await vi.waitFor(() =>
    expect(state().inspectPages.x).toMatchObject({
      tab: 'tools',
      chosenItems: { tools: { list: 'tools', name: 'a/b' } },
    }),
  );
  expect(page.hash).toBe('#/inspected/x?tab=tools&item=tools%2Fa%2Fb');
});
