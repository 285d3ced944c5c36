import { SearchPage } from '../pages/search.ts';
import { expect, test } from '../support/fixtures.ts';

const guide = `# Guide to the garden

## Watering

Water tomatoes in the morning, at the root, and never on the leaves.

## Pruning

Cut roses back in early spring, above an outward bud.
`;
const tools = `# Tools

A spade digs, a rake levels, and secateurs cut roses.
`;
const ask = `Name: ask
Arguments:
  - { Name: query, Required: true }
Content:
  Search: { Sources: [Garden], Query: { StringTemplate: "\`query\`" } }
`;

test('sources are allowed, searched, judged and used by prompts', async ({ page, world }) => {
  const search = new SearchPage(page);
  const { workbench } = search;
  await workbench.open(await world.start());

  await test.step('the built-in search answers offline, and shows why these passages and not others', async () => {
    await workbench.prompt('WolframLanguage').click();
    await page.keyboard.press('ArrowRight');
    await workbench.prompt('Search').first().click();
    await workbench.fillValue('query', 'How can I find the 123456789th prime number?');
    await workbench.answerAs('Search');
    const firstPassage = search.passages.first();
    await expect(firstPassage).toContainText(/prime/i);
    await expect(firstPassage.getByText('included', { exact: true })).toBeVisible();
    await firstPassage.getByText('Why', { exact: false }).first().click();
    await expect(firstPassage.getByRole('row', { name: /^prime/ }).first()).toBeVisible();

    const includedPassages = search.passages.getByText('included', { exact: true });
    const before = await includedPassages.count();
    expect(before).toBeGreaterThan(1);
    await search.budget.focus();
    await page.keyboard.press('Home');
    await expect(search.passages.getByText('no room', { exact: true }).first()).toBeVisible();
    await workbench.preview.getByRole('button', { name: 'Reset to 3,000' }).click();
    await expect(includedPassages).toHaveCount(before);
  });

  await test.step('a source with a program shows its command, which a person allows', async () => {
    await world.write(
      'sources/Program.yaml',
      'Type: MCP\nCommand: /bin/echo\nArgs: [one, "two words"]\nTool: search\n',
    );
    await workbench.prompt('Program').click();
    const asks = workbench.editor.getByRole('list', { name: 'Not allowed yet' });
    await expect(asks.getByRole('listitem')).toHaveText(['/bin/echo one "two words"']);
    const token = `TOKEN=\${DOCS_TOKEN}`;
    await workbench.editor.getByRole('textbox', { name: 'Environment variables' }).fill(token);
    await page.keyboard.press('Tab');
    await expect(asks.getByRole('listitem')).toHaveText([
      `This source starts a program:"${token}" /bin/echo one "two words"`,
      'This source sends an environment variable:DOCS_TOKEN → /bin/echo one "two words"',
    ]);
    await workbench.editor.getByRole('button', { name: 'Allow these' }).click();
    await expect(asks).toBeHidden();
  });

  await test.step('a source at an address asks for the secrets in its headers, and warns of a secret that is written out', async () => {
    const bearer = `Bearer \${DOCS_TOKEN}`;
    await world.write('sources/Address.yaml', 'Type: MCP\nUrl: http://127.0.0.1:9/mcp\nTool: search\n');
    await workbench.prompt('Address').click();
    const headers = workbench.editor.getByRole('textbox', { name: 'Headers' });
    await headers.fill('Authorization: Bearer abc');
    await headers.blur();
    await expect(
      workbench.editor.getByText('Authorization looks like a secret', { exact: false }).first(),
    ).toBeVisible();
    await headers.fill(`Authorization: ${bearer}\nX-Team: garden`);
    await headers.blur();
    await expect.poll(() => world.read('sources/Address.yaml')).toContain(`Authorization: ${bearer}`);
    const asks = workbench.editor.getByRole('list', { name: 'Not allowed yet' });
    await expect(asks).toContainText('This source contacts a private address:http://127.0.0.1:9');
    await expect(asks).toContainText('This source sends an environment variable:DOCS_TOKEN → http://127.0.0.1:9');
    await workbench.editor.getByRole('button', { name: 'Allow these' }).click();
    await expect(asks).toBeHidden();
  });

  await test.step('a folder becomes a source, which is searched, judged, measured and used by a prompt', async () => {
    await world.write('docs/guide.md', guide);
    await world.write('docs/tools.md', tools);
    await world.write('prompts/ask.yaml', ask);
    await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [ask]\n');
    await search.newSource('Garden', 'Documentation');
    await expect(search.firstFolder).toHaveValue('docs');
    await search.query.fill('pruning in early spring');
    await expect(search.passages.first()).toContainText('Guide to the garden');

    await search.passages
      .first()
      .getByRole('button', { name: /Guide to the garden/ })
      .click();
    await expect(search.dialog.getByText('Cut roses back in early spring', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');

    await search.passages.first().getByRole('button', { name: 'Right for this query' }).click();
    await expect.poll(() => world.read('sources/Garden.yaml')).toContain('pruning in early spring');
    await workbench.editor.getByRole('button', { name: 'Measure' }).click();
    await expect(workbench.editor.getByText('1.000').first()).toBeVisible();
    await workbench.undo();
    await expect.poll(() => world.read('sources/Garden.yaml')).not.toContain('Judged');

    await workbench.choose('ask');
    await workbench.fillValue('query', 'watering tomatoes');
    await expect(await workbench.answerAs('Messages')).toContainText('Water tomatoes in the morning');
    await expect(workbench.preview.getByRole('button', { name: 'Added by the search prompt' })).toBeVisible();
    await workbench.answerAs('Search');
    await search.budget.focus();
    await page.keyboard.press('Home');
    await workbench.preview.getByRole('button', { name: 'Use 200' }).click();
    await expect.poll(() => world.read('prompts/ask.yaml')).toContain('Budget: 200');
    await expect(workbench.editor.getByRole('textbox', { name: 'Budget' })).toHaveValue('200');
    await expect(workbench.preview.getByRole('button', { name: 'Use 200' })).toHaveCount(0);
    // The error appears in view, although the line about clients appears below the form at the same time.
    const budget = workbench.editor.getByRole('textbox', { name: 'Budget' });
    await budget.evaluate((field) => field.scrollIntoView({ block: 'end' }));
    await budget.fill('20');
    // The field writes a number only when it is finished, because its first digits are a number too.
    await workbench.waitUntilUnfinished();
    await budget.press('Enter');
    await workbench.waitUntilSaved();
    await expect(workbench.editor.getByText('Not served until')).toBeVisible();
    await expect(workbench.editor.getByText(/Budget must be at least/)).toBeInViewport({ ratio: 0.95 });
    await budget.fill('200');
    await budget.press('Enter');
    await workbench.answerAs('Messages');
    await world.write('docs/guide.md', guide.replace('in the morning', 'at dusk'));
    await expect(workbench.preview).toContainText('Water tomatoes at dusk');
  });
});
