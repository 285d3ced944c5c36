import { startWebSite } from '../../src/search/sources/testing/web-site.ts';
import { SearchPage } from '../pages/search.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const ask = `Name: ask
Arguments:
  - { Name: query, Required: true }
Content:
  Search: { Sources: [Manual], Query: { StringTemplate: "\`query\`" } }
`;
const twoSearches = `Name: two
Arguments:
  - { Name: query, Required: true }
Content:
  Messages:
    - Role: user
      Content:
        - { Type: search, Sources: [WolframLanguageDocumentation], Query: { StringTemplate: "\`query\`" } }
        - { Type: search, Sources: [WolframLanguageDocumentation], Query: { StringTemplate: "plot \`query\`" } }
`;
const missingFolder = 'No such folder or file: manual: correct Folders in the source, or create it.';

test('a source reads folders and web pages, reports the missing ones, and is measured and searched', async ({
  page,
  world,
}) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  await workbench.open(await world.start());

  await test.step('a new source has an existing folder and the focus in its form, which stays there once the folder is removed', async () => {
    await world.write('handbook/engine.md', '# Engine\n\nTurn the crank.\n');
    await search.newSource('Handbook', 'Documentation');
    await expect(search.firstFolder).toBeFocused();
    await expect(search.firstFolder).toHaveValue('handbook');
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

  await test.step('the doc comments of programs are read if a person asks for them', async () => {
    await world.write('handbook/crank.py', 'def turn():\n    "Turns the crank."\n');
    const docComments = page.getByRole('checkbox', { name: 'Also read the doc comments of programs' });
    await docComments.press('Space');
    await expect.poll(() => world.read('sources/Handbook.yaml')).toContain('DocComments: true');
    await expect(search.passages).toHaveCount(2);
    await expect(search.passages.filter({ hasText: 'handbook/crank.py#L1' })).toHaveCount(1);
    await docComments.press('Space');
    await expect.poll(() => world.read('sources/Handbook.yaml')).not.toContain('DocComments');
  });

  await test.step('the synonyms of a source are used at once, and a wrong line has a message', async () => {
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

  await test.step('a person allows a folder outside the workspace by choosing it, once it exists', async () => {
    await world.write('../guides/start.md', '# Start\n\nOpen the valve.\n');
    await search.newSource('Valves', 'Documentation');
    const allow = workbench.editor.getByRole('button', { name: 'Allow', exact: true });
    const options = page.getByRole('option');
    const trustBar = page.getByRole('region', { name: 'Workspace trust' });
    await search.firstFolder.fill('~/guid');
    await expect(options).toHaveText(['~/guides']);
    await search.firstFolder.press('Enter');
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

    await search.firstFolder.press('ArrowDown');
    await expect(options).toHaveText(['~/guides']);
    await search.firstFolder.press('ArrowDown');
    await search.firstFolder.press('Enter');
    await expect(search.firstFolder).toHaveValue('~/guides');
    await expect(options).toHaveCount(0);
    await expect.poll(() => world.read('sources/Valves.yaml')).toMatch(/~\/guides\b/);
    await search.query.fill('valve');
    await expect(search.passages).toHaveCount(1);
    await expect(allow).toHaveCount(0);

    // A folder that another program writes into the file needs permission.
    await world.write('../more/end.md', '# End\n');
    await world.write('sources/Valves.yaml', 'Type: Documentation\nFolders: [~/guides, ~/more]\n');
    await expect(workbench.editor.getByRole('list', { name: 'Not allowed yet' })).toContainText('/more');
    await search.firstFolder.fill('~/guides/more');
    await expect(allow).toHaveCount(0);
    await expect(workbench.editor.getByText('Press Enter to use the typed folder.')).toBeVisible();
    await expect(options).toHaveCount(0);
    await search.firstFolder.press('Escape');
    await expect(search.firstFolder).toHaveValue('~/guides');
    await allow.click();
    await expect(allow).toHaveCount(0);
  });

  await test.step('after Enter, the focus is in the field of the next path', async () => {
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
      workbench.preview.getByText("Can't search Manual yet. “State” on its page says why, and what to do."),
    ).toBeVisible();
    await expect(page.getByText(missingFolder)).toHaveCount(1);
    await expect(workbench.editor.getByText(missingFolder)).toBeVisible();
    await page.getByRole('button', { name: /1 problem$/ }).click();
    await workbench.problems.getByRole('button', { name: new RegExp(missingFolder) }).click();
    await expect(search.firstFolder).toBeFocused();

    await workbench.choose('ask');
    await workbench.fillValue('query', 'crank');
    const report = await workbench.answerAs('Search');
    await expect(report).toContainText(missingFolder);
    await expect(search.budget).toHaveCount(0);
    await expect(report).not.toContainText('No results');

    await world.write('manual/engine.md', '# Engine\n\nTurn the crank.\n');
    await expect(search.passages).toHaveCount(1);
    await expect(workbench.problems.getByText('No problems')).toBeVisible();
  });

  await test.step('a measurement names the missing pages that are marked as right', async () => {
    await world.write('manual/engine.md', '# Engine\n\nTurn the crank.\n');
    await world.write(
      'sources/Measured.yaml',
      'Type: Documentation\nFolders: [manual]\nJudged:\n  - { Query: crank, Right: [manual/motor.md] }\n',
    );
    await workbench.prompt('Measured').click();
    await workbench.editor.getByRole('button', { name: 'Measure' }).click();
    const missingPages = workbench.editor.getByRole('list', { name: 'Missing pages' });
    await expect(missingPages.getByRole('listitem')).toHaveText(['manual/motor.md']);
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
    await world.write('prompts/two.yaml', twoSearches);
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

  await test.step('web pages are fetched when a person presses Fetch, can be stopped, and are searched', async () => {
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
  await expect(editor.getByText('2,400 pages', { exact: false })).toBeVisible({ timeout: 30_000 });
});
