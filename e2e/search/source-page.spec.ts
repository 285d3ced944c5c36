import { startEmbeddingsStandIn } from '../../src/search/sources/testing/embeddings-stand-in.ts';
import { SearchPage } from '../pages/search.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const ask = `Name: ask
Arguments:
  - { Name: query, Required: true }
Content:
  Search: { Sources: [Manual], Query: { StringTemplate: "\`query\`" } }
`;

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

  await test.step('Enter writes a new name, even in the prompt that searches the source', async () => {
    const name = editor.getByRole('textbox', { name: 'Name' });
    await name.fill('Handbook');
    expect(await world.read('prompts/ask.yaml')).toContain('[Manual]');
    await name.press('Enter');
    await expect.poll(() => world.read('prompts/ask.yaml')).toContain('[Handbook]');
    await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(workbench.prompt('Handbook')).toBeVisible();
  });

  await test.step('a passage shows its text with the matched words, as the page spells them', async () => {
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

  await test.step('once allowed, embeddings (of a stand-in) rank passages again, and a measurement compares both rankings', async () => {
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

  await test.step('Delete first names the prompt that searches the source', async () => {
    await workbench.prompt('Handbook').click();
    await page.keyboard.press('Delete');
    await expect(search.dialog.getByRole('list', { name: 'Will fail' })).toHaveText('ask');
    await search.dialog.getByRole('button', { name: 'Delete Handbook' }).click();
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
