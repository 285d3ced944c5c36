import { startEmbeddingsStandIn } from '../src/search/sources/testing/embeddings-stand-in.ts';
import { startWebSite } from '../src/search/sources/testing/web-site.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { SearchPage } from './pages/search.ts';

const ask = `Name: ask
Arguments:
  - { Name: query, Required: true }
Content:
  Search: { Sources: [Manual], Query: { StringTemplate: "\`query\`" } }
`;
/** A server over standard input and output whose one tool answers in Markdown, not before there is a file `ready`. */
const server = `
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'find', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }] }),
  'tools/call': ({ arguments: { q } }) => ({ content: [{ type: 'text', text: '# About ' + q + '\\n\\nA crank turns.' }] }),
};
const answer = (id, method, params) => {
  if (method === 'tools/call' && !require('node:fs').existsSync('ready')) setTimeout(answer, 20, id, method, params);
  else console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) answer(id, method, params);
});
`;
const two = `Name: two
Arguments:
  - { Name: query, Required: true }
Content:
  Messages:
    - Role: user
      Content:
        - { Type: search, Sources: [WolframLanguageDocumentation], Query: { StringTemplate: "\`query\`" } }
        - { Type: search, Sources: [WolframLanguageDocumentation], Query: { StringTemplate: "plot \`query\`" } }
`;
const missing = 'No such folder or file: manual: correct Folders in the source, or create it.';

test('the folders and web pages of a source are found, missed, measured and searched', async ({ page, world }) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  await workbench.open(await world.start());

  await test.step('a new source begins with an existing folder and the focus in its form, which stays while it is empty', async () => {
    await world.write('handbook/engine.md', '# Engine\n\nTurn the crank.\n');
    await search.newSource('Handbook', 'Documentation');
    await expect(search.folders).toBeFocused();
    await expect(search.folders).toHaveValue('handbook');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('sources/Handbook.yaml')).not.toContain('handbook');
    await expect(workbench.editor.getByText('Name a folder or a file to read.')).toBeVisible();
    await expect(page.getByText('No problems', { exact: true }).first()).toBeVisible();
    await search.newFolder.pressSequentially('hand');
    expect(await world.read('sources/Handbook.yaml')).not.toContain('hand');
    await page.getByRole('option', { name: 'handbook' }).click();
    await expect.poll(() => world.read('sources/Handbook.yaml')).toContain('handbook');
    await expect(workbench.editor.getByText('1 page, 1 passage.')).toBeInViewport();
    await search.query.fill('crank');
    await expect(search.passages).toHaveCount(1);
    await workbench.chooseNew('New prompt');
    const dialog = page.getByRole('dialog', { name: 'New prompt' });
    await dialog.getByRole('combobox', { name: 'Filter the gallery' }).fill('search and answer');
    await expect(dialog.getByRole('region', { name: 'Text of Search and answer' })).toContainText(
      'Sources: [Handbook]',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the doc comments of programs are read when a person asks for them', async () => {
    await world.write('handbook/crank.py', 'def turn():\n    "Turns the crank."\n');
    const docComments = page.getByRole('checkbox', { name: 'Also read the doc comments of programs' });
    await docComments.press('Space');
    await expect.poll(() => world.read('sources/Handbook.yaml')).toContain('DocComments: true');
    await expect(search.passages).toHaveCount(2);
    await expect(search.passages.filter({ hasText: 'handbook/crank.py#L1' })).toHaveCount(1);
    await docComments.press('Space');
    await expect.poll(() => world.read('sources/Handbook.yaml')).not.toContain('DocComments');
  });

  await test.step('synonyms that a person writes for a source are used at once, and a wrong line says so', async () => {
    const synonyms = workbench.editor.getByRole('textbox', { name: 'Synonyms' });
    await synonyms.fill('bugle');
    await synonyms.blur();
    await expect(workbench.editor.getByText('(handle, crank => lever)', { exact: false })).toBeVisible();
    await synonyms.fill('bugle => crank');
    await synonyms.blur();
    await expect.poll(() => world.read('sources/Handbook.yaml')).toContain('bugle => crank');
    await search.query.fill('bugle');
    await expect(search.passages).toHaveCount(1);
    await expect(search.passages.filter({ hasText: 'handbook/engine.md' })).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step('a folder outside the workspace that a person chooses is allowed by that, once it exists', async () => {
    await world.write('../guides/start.md', '# Start\n\nOpen the valve.\n');
    await search.newSource('Valves', 'Documentation');
    const allow = workbench.editor.getByRole('button', { name: 'Allow', exact: true });
    const options = page.getByRole('option');
    const trustBar = page.getByRole('region', { name: 'Workspace trust' });
    await search.folders.fill('~/guid');
    await expect(options).toHaveText(['~/guides']);
    await search.folders.press('Enter');
    await expect(options).toHaveCount(0);
    await expect(workbench.editor.getByText('No such folder or file: ~/guid:', { exact: false })).toBeVisible();
    await expect(workbench.editor.getByText('Fix the problem above to search this source.')).toBeVisible();
    await expect(page.getByRole('button', { name: /1 problem$/ })).toBeVisible();
    await expect(trustBar).toHaveCount(0);
    await expect(allow).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(workbench.editor.getByText('Fix the problem above to search this source.')).toBeVisible();
    await expect(allow).toHaveCount(0);

    await search.folders.press('ArrowDown');
    await expect(options).toHaveText(['~/guides']);
    await search.folders.press('ArrowDown');
    await search.folders.press('Enter');
    await expect(search.folders).toHaveValue('~/guides');
    await expect(options).toHaveCount(0);
    await expect.poll(() => world.read('sources/Valves.yaml')).toMatch(/~\/guides\b/);
    await search.query.fill('valve');
    await expect(search.passages).toHaveCount(1);
    await expect(allow).toHaveCount(0);

    // A folder that another program writes into the file still asks.
    await world.write('../more/end.md', '# End\n');
    await world.write('sources/Valves.yaml', 'Type: Documentation\nFolders: [~/guides, ~/more]\n');
    await expect(workbench.editor.getByRole('list', { name: 'Not allowed yet' })).toContainText('/more');
    await search.folders.fill('~/guides/more');
    await expect(allow).toHaveCount(0);
    await expect(workbench.editor.getByText('Press Enter to use the typed folder.')).toBeVisible();
    await expect(options).toHaveCount(0);
    await search.folders.press('Escape');
    await expect(search.folders).toHaveValue('~/guides');
    await allow.click();
    await expect(allow).toHaveCount(0);
  });

  await test.step('after Enter, the next path is typed at once', async () => {
    await world.write('../two/b.md', '# B\n');
    await world.write('../three/c.md', '# C\n');
    const add = search.newFolder;
    await add.click();
    await page.keyboard.type('~/two');
    await page.keyboard.press('Enter');
    await page.keyboard.type('~/three');
    await page.keyboard.press('Enter');
    await expect(add).toBeFocused();
    await expect(add).toHaveValue('');
    await expect.poll(() => world.read('sources/Valves.yaml')).toMatch(/~\/more.*~\/two.*~\/three/s);
  });

  await test.step('a missing folder is reported once at its field and among the problems, until it exists', async () => {
    await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
    await world.write('prompts/ask.yaml', ask);
    await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
    await workbench.prompt('Manual').click();
    await search.query.fill('crank');
    await expect(
      workbench.preview.getByText('Can\'t search Manual yet. "State" on its page says why, and what to do.'),
    ).toBeVisible();
    await expect(page.getByText(missing)).toHaveCount(1);
    await expect(workbench.editor.getByText(missing)).toBeVisible();
    await page.getByRole('button', { name: /1 problem$/ }).click();
    await workbench.problems.getByRole('button', { name: new RegExp(missing) }).click();
    await expect(search.folders).toBeFocused();

    await workbench.choose('ask');
    await workbench.fillValue('query', 'crank');
    const explained = await workbench.answerAs('Search');
    await expect(explained).toContainText(missing);
    await expect(search.budget).toHaveCount(0);
    await expect(explained).not.toContainText('No results');

    await world.write('manual/engine.md', '# Engine\n\nTurn the crank.\n');
    await expect(search.passages).toHaveCount(1);
    await expect(workbench.problems.getByText('No problems')).toBeVisible();
  });

  await test.step('measuring a source names the missing pages that are marked as right', async () => {
    await world.write('manual/engine.md', '# Engine\n\nTurn the crank.\n');
    await world.write(
      'sources/Measured.yaml',
      'Type: Documentation\nFolders: [manual]\nJudged:\n  - { Query: crank, Right: [manual/motor.md] }\n',
    );
    await workbench.prompt('Measured').click();
    await workbench.editor.getByRole('button', { name: 'Measure' }).click();
    const gone = workbench.editor.getByRole('list', { name: 'Missing pages' });
    await expect(gone.getByRole('listitem')).toHaveText(['manual/motor.md']);
  });

  await test.step('a built-in source offers only the possible actions', async () => {
    await workbench.prompt('WolframLanguageDocumentation').click();
    await expect(workbench.editor.getByText('This is the starter reference', { exact: false })).toBeVisible();
    await expect(workbench.editor.getByRole('button', { name: 'Reindex' })).toHaveCount(0);
    await workbench.prompt('WolframAlpha').last().click();
    await expect(workbench.editor.getByText('and enter it here', { exact: false })).toBeVisible();
    await expect(workbench.editor.getByText('developer.wolframalpha.com', { exact: false })).toHaveCount(1);
    await expect(workbench.editor.getByRole('textbox', { name: 'AppID' })).toBeVisible();
  });

  await test.step('a new search uses the value of its argument, and the choice of sources stays beside their label', async () => {
    await world.write('servers/Seeks.yaml', 'Name: Seeks\nMCPPrompts: [finder]\n');
    await world.write('prompts/finder.yaml', 'Name: finder\nContent: Write the text of the prompt here.\n');
    await workbench.choose('finder');
    await workbench.editor.getByRole('button', { name: 'Kind of content' }).click();
    await page.getByRole('option', { name: 'Search', exact: true }).click();
    const sources = workbench.editor.getByRole('group', { name: 'Sources' });
    await expect(sources).toContainText('Handbook');
    const choice = workbench.editor.getByRole('button', { name: 'Add a source' });
    const field = sources.getByRole('combobox', { name: 'New source' });
    const [button, box] = [await choice.boundingBox(), await field.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);

    await choice.click();
    await page.getByRole('menuitem', { name: 'WolframLanguageDocumentation' }).click();
    await workbench.fillValue('query', 'the nth prime number');
    await expect(await workbench.answerAs('Messages')).toContainText(
      '<search-query>the nth prime number</search-query>',
    );
  });

  await test.step('each search of a prompt has its own budget to try', async () => {
    await world.write('prompts/two.yaml', two);
    await world.write('servers/Twice.yaml', 'Name: Twice\nMCPPrompts: [two]\n');
    await workbench.choose('two');
    await workbench.fillValue('query', 'prime numbers');
    await workbench.answerAs('Search');
    await expect(search.budget).toHaveCount(2);
    await search.budget.first().focus();
    await page.keyboard.press('Home');
    await expect(search.budget.first()).not.toHaveValue('3000');
    await expect(search.budget.last()).toHaveValue('3000');
  });

  await test.step('pages on the web are fetched when a person presses Fetch, which can be stopped, and are found', async () => {
    const { editor } = workbench;
    const site = await startWebSite({
      '/guide/': '<h1>Guide</h1><p>All about valves.</p><a href="start">Start</a><a href="slow">Slow</a>',
      '/guide/start': '<h1>Start</h1><p>Open the sluice.</p>',
      '/guide/slow': () => {},
    });
    try {
      await world.write('sources/Online.yaml', 'Type: Documentation\nFolders: [manual]\n');
      await workbench.prompt('Online').click();
      const add = editor.getByRole('textbox', { name: 'Add a web address' });
      await add.fill(`${site.origin}/guide/`);
      await add.press('Enter');
      await expect(editor.getByRole('textbox', { name: 'Address 1' })).toHaveValue(`${site.origin}/guide/`);
      await expect.poll(() => world.read('sources/Online.yaml')).toContain(`Url: ${site.origin}/guide/`);
      await editor.getByRole('button', { name: 'Allow', exact: true }).click();
      await expect(editor.getByText('not fetched yet')).toBeVisible();
      expect(site.requests).toEqual([]);

      await editor.getByRole('button', { name: 'Fetch', exact: true }).click();
      await expect(editor.getByRole('progressbar', { name: 'Pages fetched' })).toBeVisible();
      await expect.poll(() => site.requests).toContain('/guide/slow');
      await expectAccessible(page);
      await editor.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(editor.getByText('2 pages, less than 1 MB, fetched in part')).toBeVisible();
      await search.query.fill('sluice');
      await expect(search.passages).toHaveCount(1);
      await expect(search.passages).toContainText(`${new URL(site.origin).host}/guide/start.html`);

      site.pages.delete('/guide/slow');
      await editor.getByRole('button', { name: 'Only on request Fetch again' }).click();
      await page.getByRole('option', { name: 'Weekly' }).click();
      await expect.poll(() => world.read('sources/Online.yaml')).toContain('Refresh: Weekly');
      await editor.getByRole('button', { name: 'Fetch', exact: true }).click();
      await expect(editor.getByText(/2 pages, less than 1 MB, fetched .* again /)).toBeVisible({ timeout: 15_000 });
      await editor.getByText('Left out').click();
      await expect(editor.getByText('It was not fetched: it answered with HTTP 404.')).toBeVisible();
      await expectAccessible(page);
      await editor.getByRole('button', { name: 'Remove address 1' }).click();
      await expect.poll(() => world.read('sources/Online.yaml')).not.toContain('Web');
    } finally {
      await site.close();
    }
  });
});

test('a source is renamed with its prompts, its judged queries are listed, and deleting it asks first', async ({
  page,
  world,
}) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  const { editor } = workbench;
  const url = await world.start();
  await world.write(
    'manual/engine.md',
    '# Engine\n\nTurn the crank to change the speed. Changing it slowly is best.\n',
  );
  await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  await world.write('prompts/ask.yaml', ask);
  await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
  await workbench.open(url);
  await workbench.prompt('Manual').click();

  await test.step('a new name is written on Enter, and the prompt follows', async () => {
    const name = editor.getByRole('textbox', { name: 'Name' });
    await name.fill('Handbook');
    expect(await world.read('prompts/ask.yaml')).toContain('[Manual]');
    await name.press('Enter');
    await expect.poll(() => world.read('prompts/ask.yaml')).toContain('[Handbook]');
    await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(workbench.prompt('Handbook')).toBeVisible();
  });

  await test.step('a result shows its text with the matched words, as they are spelled there', async () => {
    await search.query.fill('changed speed');
    await expect(search.passages.first().locator('mark')).toHaveText(['change', 'speed', 'Changing']);
    await search.passages.first().getByText('Why', { exact: false }).first().click();
    await expect(search.passages.first().getByRole('row', { name: /^changed/ })).toContainText('change, Changing');
  });

  await test.step('a judged query is listed with its page, measured, and removed', async () => {
    await search.passages.first().getByRole('button', { name: 'Right for this query' }).click();
    const queries = editor.getByRole('list', { name: 'Judged queries' });
    await expect(queries).toContainText('manual/engine.md');
    await editor.getByRole('button', { name: 'Measure' }).click();
    await expect(editor.getByText('The share of the right pages that are among the first five.')).toBeVisible();
    await expectAccessible(page);
    await queries.getByRole('button', { name: 'Remove changed speed' }).click();
    await expect.poll(() => world.read('sources/Handbook.yaml')).not.toContain('Judged');
  });

  await test.step('embeddings (of a stand-in) rank again once they are allowed, and are measured with and without', async () => {
    const standIn = await startEmbeddingsStandIn([['speed', 'velocity']]);
    await world.write('manual/speed.md', '# Velocity\n\nThe velocity of the engine depends on its wheels.\n');
    await world.write(
      'manual/limits.md',
      '# Limits\n\nThe engine has a speed limit. The speed limit of the engine is a limit.\n',
    );
    await editor.getByText(/^Embeddings/).click();
    await editor.getByRole('textbox', { name: 'Service' }).fill(standIn.address);
    await editor.getByRole('textbox', { name: 'Service' }).press('Enter');
    await expect(editor.getByText('Embeddings are not used yet: add a Model.')).toBeVisible();
    await editor.getByRole('textbox', { name: 'Model' }).fill('stand-in');
    await editor.getByRole('textbox', { name: 'Model' }).press('Enter');
    await expect(editor.getByText('This source sends queries and passages to an address.')).toBeVisible();
    await search.query.fill('velocity of engine');
    await search.query.press('Enter');
    await expect(
      workbench.preview.getByText('sends queries and passages to an address', { exact: false }),
    ).toBeVisible();
    await expect(search.passages).not.toHaveCount(0);
    expect(standIn.requests).toEqual([]);
    await expectAccessible(page);

    await editor.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(
      workbench.preview.getByText(/^Ranked with embeddings of stand-in: \d+ texts sent, [\d.]+ ms\.$/),
    ).toBeVisible();
    await search.passages.first().getByText('Why', { exact: false }).first().click();
    await expect(search.passages.first()).toContainText(
      /similarity to the query \(0\.\d\d\)\. Without embeddings it has rank \d/,
    );
    await search.passages.first().getByRole('button', { name: 'Right for this query' }).click();
    await editor.getByRole('button', { name: 'Measure' }).click();
    await expect(editor.getByText(/^\d\.\d{3} with embeddings$/)).toHaveCount(3);
    await standIn.close();
    await search.query.fill('wheels of the engine');
    await search.query.press('Enter');
    await expect(workbench.preview.getByText('nothing listens there', { exact: false })).toBeVisible();
    await expect(search.passages).not.toHaveCount(0);
    await editor.getByRole('textbox', { name: 'Service' }).fill('');
    await editor.getByRole('textbox', { name: 'Service' }).press('Enter');
    await editor.getByRole('textbox', { name: 'Model' }).fill('');
    await editor.getByRole('textbox', { name: 'Model' }).press('Enter');
    await expect.poll(() => world.read('sources/Handbook.yaml')).toContain('Embeddings: {}');
    await expect(editor.getByText('add a Model', { exact: false })).toHaveCount(0);
  });

  await test.step('Delete names the prompt that searches it before it deletes', async () => {
    await workbench.prompt('Handbook').click();
    await page.keyboard.press('Delete');
    await expect(search.page.getByRole('list', { name: 'Will fail' })).toHaveText('ask');
    await search.page.getByRole('button', { name: 'Delete Handbook' }).click();
    await expect(workbench.prompt('Handbook')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Deleted the source Handbook');
  });

  await test.step('a prompt that searches a deleted source is marked in the list, and restores it', async () => {
    await expect(workbench.prompt('ask')).toHaveAccessibleDescription('Has an error');
    await workbench.choose('ask');
    await editor.getByRole('button', { name: 'Restore Handbook' }).click();
    await expect(workbench.prompt('Handbook')).toBeVisible();
    await expect(workbench.prompt('ask')).toHaveAccessibleDescription('');
    await expect(editor.getByRole('heading', { level: 2 })).toHaveText('ask');
  });
});

test('a large folder is counted and confirmed before it is read, and reading can be stopped', async ({
  page,
  world,
}) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  const { editor } = workbench;
  const url = await world.start();
  const pages = Array.from({ length: 2_400 }, (_, index) => `<h1>Page ${index}</h1><p>Turn the crank ${index}.</p>`);
  await Promise.all(pages.map((text, index) => world.write(`manual/page-${index}.html`, text)));
  await world.write('sources/Manual.yaml', 'Type: Documentation\nFolders: [manual]\n');
  await workbench.open(url);
  await workbench.prompt('Manual').click();
  await expect(editor.getByText('2,400 files, less than 1 MB. Read them?')).toBeVisible();
  await editor.getByRole('button', { name: 'Read them' }).click();
  await expect(editor.getByRole('progressbar', { name: 'Files read' })).toBeVisible();
  await editor.getByRole('button', { name: 'Stop' }).click();
  await expect(editor.getByText(/^Stopped after [\d,]+ of 2,400 files/)).toBeVisible();
  await expect(page.getByText('No problems', { exact: true }).first()).toBeVisible();
  await editor.getByRole('button', { name: 'Read the rest' }).click();
  await expect(editor.getByText('2400 pages', { exact: false })).toBeVisible({ timeout: 30_000 });
});

test('another server is a source after its command is allowed', async ({ page, world }) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  await workbench.open(await world.start());

  await test.step('a command that is not allowed yet is shown with the button that allows it', async () => {
    await world.write('sources/Echo.yaml', 'Type: MCP\nCommand: /bin/echo\nTool: search\n');
    await workbench.prompt('Echo').click();
    await expect(workbench.editor.getByText('This source starts a program.')).toBeVisible();
    await expect(workbench.editor.getByText('/bin/echo', { exact: true })).toBeVisible();
    await expect(workbench.editor.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
    await search.query.fill('crank');
    await page.keyboard.press('Enter');
    await expect(
      workbench.preview.getByText('Can\'t search Echo yet. "State" on its page says why, and what to do.'),
    ).toBeVisible();
  });

  await test.step('a command is written when it is finished', async () => {
    const command = workbench.editor.getByRole('textbox', { name: 'Command', exact: true });
    await command.fill('/bin/ech');
    await workbench.field('Title').focus();
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/ech\n');
    await command.fill('/bin/false');
    await workbench.prompt('Samples').hover();
    expect(await world.read('sources/Echo.yaml')).toContain('Command: /bin/ech\n');
    await command.press('Enter');
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/false');
    await command.fill('/bin/true');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(command).toHaveCount(0);
    await expect.poll(() => world.read('sources/Echo.yaml')).toContain('Command: /bin/true');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(command).toHaveValue('/bin/true');
  });

  await test.step('sources are ordered by dragging and with Alt and the arrow keys', async () => {
    await world.write('sources/Second.yaml', 'Type: MCP\nCommand: /bin/echo\nTool: search\n');
    const [echo, second] = [workbench.prompt('Echo'), workbench.prompt('Second')];
    const isFirst = async (row: typeof echo, below: typeof echo) =>
      ((await row.boundingBox())?.y ?? 0) < ((await below.boundingBox())?.y ?? 0);
    await expect(second).toBeVisible();
    await second.dragTo(echo, { targetPosition: { x: 40, y: 3 } });
    await expect.poll(() => isFirst(second, echo)).toBe(true);
    await second.click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => isFirst(echo, second)).toBe(true);
    await expect(second).toBeFocused();
  });

  await test.step('while another server is slow, the preview says so instead of showing the former error', async () => {
    await world.write('server.cjs', server);
    await world.write('sources/Slow.yaml', 'Type: MCP\nCommand: node\nArgs: [server.cjs]\nTool: find\nArgument: q\n');
    await world.write('prompts/ask.yaml', ask.replace('Manual', 'Slow'));
    await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
    await workbench.prompt('Slow').click();
    await workbench.editor.getByRole('button', { name: 'Allow', exact: true }).click();
    await workbench.choose('ask');
    await expect(workbench.preview.getByText('Fill in one more value', { exact: false })).toBeVisible();
    await workbench.fillValue('query', 'crank');
    await expect(workbench.preview.getByText('Waiting for the answer…')).toBeVisible();
    await expect(workbench.preview.getByText('needs the argument', { exact: false })).toHaveCount(0);
    await world.write('ready', '');
    await expect(await workbench.answerAs('Messages')).toContainText('About crank');
  });

  await test.step('an answer of another server is shown in place, because it has no page, and can be marked', async () => {
    await world.write('sources/Other.yaml', 'Type: MCP\nCommand: node\nArgs: [server.cjs]\nTool: find\nArgument: q\n');
    await workbench.prompt('Other').click();
    await search.query.fill('crank');
    await page.keyboard.press('Enter');
    await expect(search.passages).toHaveCount(1);
    await expect(search.passages).toContainText('About crank');
    await expect(search.passages.getByRole('button', { name: 'About crank', exact: true })).toHaveCount(0);
    await expect(workbench.editor.getByText('Ready.')).toBeVisible();
    const right = search.passages.getByRole('button', { name: 'Right for this query' });
    await right.click();
    await expect(right).toHaveAttribute('aria-pressed', 'true');
  });
});
