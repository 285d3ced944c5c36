import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

const greet = `Name: greet
Arguments: [{Name: name, Description: Whom to greet, Required: true}]
Content: {StringTemplate: "Hello, \`name\`!"}
Samples: [{Name: Ada, Arguments: {name: Ada}}]
Tests:
  - {Name: Greets by name, Sample: Ada, Expect: [{contains: "Hello, Ada!"}, {as: [claude-code]}]}
  - {Name: Is as kept, Sample: Ada, Expect: [snapshot]}
`;

test('the tab Tests shows the state of every test after each change, and keeps a text as snapshot', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await world.write('prompts/greet.yaml', greet);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet]\n');
  await workbench.open(url);
  await workbench.choose('greet');
  await page.getByRole('tab', { name: 'Tests' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Tests' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });

  await test.step('a snapshot that is missing is kept by a press', async () => {
    await expect(row('Greets by name').getByLabel('Passed')).toBeVisible();
    await expect(row('Is as kept')).toContainText('has no snapshot yet');
    await panel.getByRole('button', { name: 'Keep the text as snapshot' }).click();
    await expect(panel.getByRole('status')).toHaveText('2 tests: all passed');
    expect(await world.read('snapshots/Docs/greet/Is as kept.txt')).toBe('Hello, Ada!\n');
  });

  await test.step('a changed prompt fails at once, with the lines that differ', async () => {
    await world.write('prompts/greet.yaml', greet.replace('"Hello, `name`!"', '"Good day, `name`!"'));
    await expect(panel.getByRole('status')).toHaveText('2 tests: 2 failed');
    await expect(row('Greets by name')).toContainText('contains as claude-code');
    await expect(row('Is as kept').getByRole('region', { name: 'Difference' })).toContainText('+Good day, Ada!');
    await expectAccessible(page);
  });

  await test.step('the rows of a table are samples, each of them a test, and the menu only reads them', async () => {
    await world.write('samples/cases.csv', 'Sample,name\nAda,Ada\nBob,Bob\n');
    await world.write('prompts/greet.yaml', greet.replace(/^Samples.*$/m, 'Samples: {File: cases.csv}'));
    await expect(row('Sample Bob').getByLabel('Passed')).toBeVisible();
    await page.getByRole('button', { name: 'Sample values' }).click();
    const menu = page.getByRole('dialog', { name: 'Sample values' });
    await expect(menu).toContainText('from samples/cases.csv');
    await menu.getByRole('button', { name: 'Fill from the sample Bob' }).click();
    await expect(workbench.value('name')).toHaveValue('Bob');
    await page.getByRole('button', { name: 'Sample values: Bob' }).click();
    await expect(menu.getByRole('button')).toHaveCount(2);
    await expectAccessible(page, '[role=dialog]');
  });
});
