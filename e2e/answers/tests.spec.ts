import type { Page } from '@playwright/test';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectCursorBefore } from '../support/cursor.ts';
import { expect, holdCalls, inBrowserOnly, test } from '../support/fixtures.ts';

const greet = `Name: greet
Arguments: [{Name: name, Description: Whom to greet, Required: true}]
Content: {StringTemplate: "Hello, \`name\`!"}
Samples: [{Name: Ada, Arguments: {name: Ada}}]
Tests:
  - {Name: Greets by name, Sample: Ada, Expect: [{contains: "Hello, Ada!"}, {as: [claude-code]}]}
  - {Name: Is as kept, Sample: Ada, Expect: [snapshot]}
`;

const holdsCalls = inBrowserOnly('it holds back calls of the page, which are not HTTP requests in the desktop app');

/** Counts the frames in which a dialog is open and the focus is on the page, where Escape does not reach the dialog. */
async function countFramesWithoutFocus(page: Page): Promise<() => Promise<number>> {
  const frames = await page.evaluateHandle(() => {
    const focusLosses = { count: 0 };
    const look = () => {
      if (document.querySelector('[role=dialog]') && document.activeElement === document.body) focusLosses.count++;
      requestAnimationFrame(look);
    };
    look();
    return focusLosses;
  });
  return () => frames.evaluate(({ count }) => count);
}

test('the tab Tests shows the state of every test after each change, and keeps a text as a snapshot', async ({
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
    await panel.getByRole('button', { name: 'Keep the text as a snapshot' }).click();
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: all passed');
    expect(await world.read('snapshots/Docs/greet/Is as kept.txt')).toBe('Hello, Ada!\n');
  });

  await test.step('a changed prompt fails at once, with the lines that differ', async () => {
    await world.write('prompts/greet.yaml', greet.replace('"Hello, `name`!"', '"Good day, `name`!"'));
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: 2 failed');
    await expect(row('Greets by name')).toContainText('contains as claude-code');
    await expect(row('Is as kept').getByRole('region', { name: 'Difference' })).toContainText('+Good day, Ada!');
    const marks = row('Is as kept').getByRole('region', { name: 'Answer of Is as kept' }).locator('mark');
    await expect(marks).toHaveText(['Good day']);
    await expectAccessible(page);
  });

  await test.step('the form of a failed test changes what it expects, and keeps the rest of its text', async () => {
    const changedGreet = greet.replace('"Hello, `name`!"', '"Good day, `name`!"');
    await row('Greets by name').getByRole('button', { name: 'Change what you expect of Greets by name' }).click();
    const form = panel.getByRole('form', { name: 'Test Greets by name' });
    const text = form.getByRole('textbox', { name: 'Expected text' });
    await expect(text).toBeFocused();
    await expect(text).toHaveValue('Hello, Ada!');
    await expect(form).toContainText('It also expects the same for claude-code: see the YAML view.');
    await expectAccessible(page);
    await text.fill('Good day, Ada!');
    await form.getByRole('button', { name: 'Expect another text' }).click();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await expect(row('Greets by name').getByLabel('Passed')).toBeVisible();
    expect(await world.read('prompts/greet.yaml')).toBe(
      changedGreet.replace(
        '[{contains: "Hello, Ada!"}, {as: [claude-code]}]',
        '[{contains: "Good day, Ada!"}, {as: [claude-code]}, { contains: Ada }]',
      ),
    );
    await row('Greets by name').getByRole('button', { name: 'Actions for the test Greets by name' }).click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    await expect(form.getByRole('textbox')).toHaveCount(2);
    await expect(form.locator('textarea:focus, input:focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await world.write('prompts/greet.yaml', changedGreet);
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: 2 failed');
  });

  await test.step('all tests of the server run by a press, and its prompts are marked in the list', async () => {
    await panel.getByRole('button', { name: 'Run all tests of Docs' }).click();
    const allTests = panel.getByRole('region', { name: 'All tests of Docs' });
    await expect(allTests.getByRole('status')).toHaveText('2 tests of Docs: 2 failed');
    await expect(allTests.getByRole('listitem').first()).toContainText('greet › Greets by name');
    await expect(workbench.prompt('greet')).toContainText('2 failed');
    await world.write('prompts/greet.yaml', greet);
    await expect(workbench.prompt('greet')).toContainText('2 passed');
  });

  await test.step('the menu of a test opens it in the YAML, and deletes it with an undo', async () => {
    const snapshot = 'snapshots/Docs/greet/Is as kept.txt';
    const actions = () => row('Is as kept').getByRole('button', { name: 'Actions for the test Is as kept' }).click();
    await actions();
    await page.getByRole('menuitem', { name: 'Open in the YAML view' }).click();
    await expect(page.getByRole('textbox', { name: 'Text of the file' })).toBeFocused();
    await expectCursorBefore(page, 'Is as kept');
    await actions();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row('Is as kept')).toHaveCount(0);
    await expect.poll(() => world.read(snapshot).catch(() => undefined)).toBeUndefined();
    const notice = page.getByRole('status').filter({ hasText: 'Deleted the test “Is as kept” of greet.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(row('Is as kept').getByLabel('Passed')).toBeVisible();
    expect(await world.read(snapshot)).toBe('Hello, Ada!\n');
  });

  await test.step('a sample becomes a test by a press, with its answer as a snapshot', async () => {
    await page.getByRole('button', { name: /^Sample values/ }).click();
    await page.getByRole('button', { name: 'Keep Ada as a test' }).click();
    await expect(row('Ada').getByLabel('Passed')).toBeVisible();
    await expect(panel.getByRole('status').first()).toHaveText('3 tests: all passed');
    expect(await world.read('prompts/greet.yaml')).toContain('Name: Ada\n    Sample: Ada');
    expect(await world.read('snapshots/Docs/greet/Ada.txt')).toBe('Hello, Ada!\n');
  });

  await test.step('a sample without expectations is only answered, and the samples and the palette lead to its test', async () => {
    const text = await world.read('prompts/greet.yaml');
    await world.write('prompts/greet.yaml', greet.replace(/^Tests:[\s\S]*$/m, ''));
    await expect(panel.getByRole('status').first()).toHaveText('1 test: 1 sample answered');
    await expect(row('Sample Ada').getByLabel('Answered')).toBeVisible();
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('button', { name: /^Sample values/ }).click();
    await page.getByRole('button', { name: 'Add what you expect…' }).click();
    const form = panel.getByRole('form', { name: 'New test' });
    await expect(form.getByRole('textbox', { name: 'Expected text' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toContainText('Type the text that you expect.');
    await page.keyboard.type('Hello, Ada');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status').first()).toHaveText('1 test: passed');
    expect(await world.read('prompts/greet.yaml')).toMatch(
      /Tests:\n {2}- Name: Ada contains Hello, Ada\n {4}Sample: Ada\n {4}Expect:\n {6}- contains: Hello, Ada\n/,
    );
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('add test');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Expectation' }).click();
    await page.getByRole('option', { name: 'does not contain' }).click();
    await form.getByRole('textbox', { name: 'Expected text' }).fill('Bob');
    await form.getByRole('button', { name: 'Add test' }).click();
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: all passed');
    await world.write('prompts/greet.yaml', text);
    await expect(panel.getByRole('status').first()).toHaveText('3 tests: all passed');
  });

  await test.step('a renamed sample keeps its tests, and a question names them before it is deleted', async () => {
    await world.write('prompts/greet.yaml', greet);
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: all passed');
    const menu = page.getByRole('dialog', { name: 'Sample values' });
    await page.getByRole('button', { name: /^Sample values/ }).click();
    const framesWithoutFocus = await countFramesWithoutFocus(page);
    await menu.getByRole('button', { name: 'Rename Ada' }).click();
    await expect(menu).toContainText('The tests “Greets by name” and “Is as kept” are updated too.');
    await menu.getByRole('textbox', { name: 'New name for Ada' }).fill('Countess');
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('prompts/greet.yaml')).toMatch(/Sample: Countess[\s\S]*Sample: Countess/);
    await menu.getByRole('button', { name: 'Delete Countess' }).click();
    await expect(menu).toContainText('The tests “Greets by name” and “Is as kept” keep a copy of its values.');
    await expectAccessible(page, '[role=dialog]');
    await menu.getByRole('button', { name: 'Cancel' }).click();
    await menu.getByRole('button', { name: 'Delete Countess' }).click();
    await menu.getByRole('button', { name: 'Delete sample' }).click();
    await expect.poll(() => world.read('prompts/greet.yaml')).not.toContain('Countess');
    await expect(menu.getByRole('button', { name: 'Delete sample' })).toHaveCount(0);
    expect(await framesWithoutFocus()).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(panel.getByRole('status').first()).toHaveText('2 tests: all passed');
    await page
      .getByRole('status')
      .filter({ hasText: 'Deleted the sample' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(() => world.read('prompts/greet.yaml')).toContain('Sample: Countess');
  });

  await test.step('advice is among the problems, with the value that breaks out in red; one press adds a fence', async () => {
    await world.write('prompts/greet.yaml', greet.replace('"Hello, `name`!"', '"<who>`name`</who> Greet."'));
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /problem/i })
      .click();
    const advice = page.getByRole('region', { name: 'Advice' });
    await expect(advice).toContainText('</who>');
    await expect(advice.locator('code').first()).toHaveCSS('color', /oklch\(0\.\d+ 0\.1/);
    await advice.getByRole('button', { name: 'Put values between boundaries' }).click();
    await expect.poll(() => world.read('prompts/greet.yaml')).toContain('Fence: boundary');
    await expect(advice.getByRole('button', { name: 'Put values between boundaries' })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the rows of a table are samples, each of them a test, and the menu only reads them', async () => {
    await world.write('samples/cases.csv', 'Sample,name\nAda,Ada\nBob,Bob\n');
    await world.write('prompts/greet.yaml', greet.replace(/^Samples.*$/m, 'Samples: {File: cases.csv}'));
    await expect(row('Sample Bob').getByLabel('Answered')).toBeVisible();
    await page.getByRole('button', { name: 'Sample values' }).click();
    const menu = page.getByRole('dialog', { name: 'Sample values' });
    await expect(menu).toContainText('from samples/cases.csv');
    await menu.getByRole('button', { name: 'Fill from the sample Bob' }).click();
    await expect(workbench.value('name')).toHaveValue('Bob');
    await page.getByRole('button', { name: 'Sample values: Bob' }).click();
    await expect(menu.getByRole('button')).toHaveText([
      'Fill from the sample Ada Ada',
      'Fill from the sample Bob Bob',
      'Add what you expect…',
    ]);
    await expectAccessible(page, '[role=dialog]');
  });
});

test('a half-written test survives a change of tab, a change of prompt and a reload', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await world.write('prompts/greet.yaml', greet);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet]\n');
  await workbench.open(url);
  await workbench.choose('greet');
  const tab = (name: string) => page.getByRole('tab', { name });
  const panel = page.getByRole('tabpanel', { name: 'Tests' });
  const newTestForm = panel.getByRole('form', { name: 'New test' });
  const changedTestForm = panel.getByRole('form', { name: 'Test Greets by name' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  const text = (form: typeof newTestForm) => form.getByRole('textbox', { name: 'Expected text' }).first();

  await tab('Tests').click();
  await panel.getByRole('button', { name: 'Add test…' }).click();
  await page.keyboard.type('Hello, A');
  await newTestForm.getByRole('button', { name: 'Expectation' }).click();
  await page.getByRole('option', { name: 'starts with' }).click();
  await panel.getByRole('button', { name: 'Actions for the test Greets by name' }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  await expect(text(changedTestForm)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Nice');

  const expectBoth = async () => {
    await expect(text(newTestForm)).toHaveValue('Hello, A');
    await expect(newTestForm.getByRole('button', { name: 'Expectation' })).toContainText('starts with');
    await expect(text(changedTestForm)).toHaveValue('Hello, Ada! Nice');
  };
  await test.step('another tab of the answer keeps the test, and coming back takes no focus', async () => {
    await tab('Messages').click();
    await tab('Tests').click();
    await expectBoth();
    await expect(tab('Tests')).toBeFocused();
  });

  await test.step('another prompt keeps the test', async () => {
    await workbench.choose('translate');
    await expect(panel.getByRole('form')).toHaveCount(0);
    await workbench.choose('greet');
    await expectBoth();
  });

  await test.step('a reload keeps the test, and the command “Add test…” leads to its text', async () => {
    await page.reload();
    await expect(tab('Tests')).toBeVisible();
    await new Shell(page).runCommand('Add test');
    await expect(text(newTestForm)).toBeFocused();
    await expectBoth();
    await expectAccessible(page);
  });

  await test.step('a press for a sample keeps the text', async () => {
    await world.write(
      'prompts/greet.yaml',
      greet.replace('Arguments: {name: Ada}}]', 'Arguments: {name: Ada}}, {Name: Bob, Arguments: {name: Bob}}]'),
    );
    await panel.getByRole('button', { name: 'Add what you expect of Sample Bob' }).click();
    await expect(text(newTestForm)).toBeFocused();
    await expect(newTestForm.getByRole('button', { name: 'Values of the test' })).toContainText('Bob');
    await expectBoth();
  });

  await test.step('a test that changed in the file meanwhile is left alone, and the text stays', async () => {
    const before = await world.read('prompts/greet.yaml');
    await world.write('prompts/greet.yaml', before.replace('"Hello, Ada!"', '"Bye"'));
    await expect(row('Greets by name').getByLabel('Failed')).toBeVisible();
    await changedTestForm.getByRole('button', { name: 'Change test' }).click();
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('“Greets by name” has changed');
    await expectBoth();
    await world.write('prompts/greet.yaml', before.replace(/.*Greets by name.*\n/, ''));
    await expect(row('Greets by name').getByLabel('Failed')).toHaveCount(0);
    await expect(row('Greets by name')).toBeVisible();
    await expectBoth();
    await expectAccessible(page);
    await world.write('prompts/greet.yaml', before);
    await expect(row('Greets by name').getByLabel('Passed')).toBeVisible();
  });

  await test.step('a saved or cancelled form is gone, even after a reload, and a notice brings a cancelled one back', async () => {
    await changedTestForm.getByRole('button', { name: 'Cancel' }).click();
    await expect(changedTestForm).toHaveCount(0);
    const notice = page.getByRole('region', { name: 'Notices' }).getByText('Discarded the changes to the test');
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await expect(changedTestForm).toBeVisible();
    await expect(notice).toHaveCount(0);
    await changedTestForm.getByRole('button', { name: 'Cancel' }).click();
    await newTestForm.getByRole('button', { name: 'Add test' }).click();
    await expect(newTestForm).toHaveCount(0);
    await expect.poll(() => world.read('prompts/greet.yaml')).toContain('starts-with');
    await page.reload();
    await tab('Tests').click();
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    await expect(panel.getByRole('form')).toHaveCount(0);
  });
});

test('the first test of a prompt keeps the focus where the next one is added', async ({ page, world }) => {
  const workbench = new WorkbenchPage(page);
  const url = await world.start();
  await world.write('prompts/greet.yaml', greet.slice(0, greet.indexOf('Samples')));
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet]\n');
  await workbench.open(url);
  await workbench.choose('greet');
  await workbench.value('name').fill('Ada');
  await page.getByRole('tab', { name: 'Tests' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Tests' });
  const addTest = panel.getByRole('button', { name: 'Add test…' });
  await addTest.click();
  await page.keyboard.type('Hello, Ada!');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('status').first()).toHaveText('1 test: passed');
  await expect(addTest).toBeFocused();
});

test(
  'a prompt with tests is never shown as having none while they cannot run or have not run',
  holdsCalls,
  async ({ page, world }) => {
    const workbench = new WorkbenchPage(page);
    const url = await world.start();
    const plain = 'Name: plain\nContent: Hello\n';
    const tested = `${plain}Tests: [{Name: Greets, Expect: [{contains: Hello}]}]\n`;
    await world.write('prompts/plain.yaml', tested);
    await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [plain]\n');
    await workbench.open(url);
    await workbench.choose('plain');
    await page.getByRole('tab', { name: 'Tests' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Tests' });
    const noTests = panel.getByText('No tests');
    await expect(panel.getByRole('status').first()).toHaveText('1 test: passed');
    await world.write('prompts/plain.yaml', tested.replace('Content: Hello', 'Content: {Text: 1}'));
    await expect(panel).toContainText("The tests can't run");
    const letPass = await holdCalls(page, 'tests.run');
    await world.write('prompts/plain.yaml', tested);
    await expect(panel).not.toContainText("The tests can't run");
    await expect(noTests).toHaveCount(0);
    letPass();
    await expect(panel.getByRole('status').first()).toHaveText('1 test: passed');
    await world.write('prompts/plain.yaml', tested.replace('contains', 'holds'));
    await expect(panel).toContainText('Some tests did not run');
    await expect(noTests).toHaveCount(0);
    await world.write('prompts/plain.yaml', plain);
    await expect(noTests).toBeVisible();
  },
);
