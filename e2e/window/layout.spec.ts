import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ArgumentsPage } from '../pages/arguments.ts';
import { InspectPage } from '../pages/inspect.ts';
import { Shell } from '../pages/shell.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { root, type World } from '../support/world.ts';

const inspectedServer = join(root, 'src', 'inspect', 'testing', 'server.mjs');

/** The pages by their addresses. The dock stays open, so its tabs come last. */
const addresses = [
  ['a prompt', '/servers/Samples/prompts/explain'],
  ['a prompt of messages', '/servers/Samples/prompts/review-code'],
  ['a prompt with a function', '/servers/Samples/prompts/suggest-names'],
  ['the YAML of a prompt', '/servers/Samples/prompts/explain?view=yaml'],
  ['the history of a prompt', '/servers/Samples/prompts/explain?view=history'],
  ['a server', '/servers/Samples'],
  ['a built-in server', '/servers/WolframLanguage'],
  ['a tool', '/servers/Samples/tools/count-words'],
  ['a source', '/sources/Notes'],
  ['a prompt that searches', '/servers/Finder/prompts/find'],
  ['Connect', '/servers/Samples?dialog=connect'],
  ['Import', '/servers/Samples?dialog=import'],
  ['the keyboard shortcuts', '/servers/Samples?dialog=keyboard-map'],
  ['trust', '/servers/Samples?dialog=manage-trust'],
  ['the sessions', '/servers/Samples?dialog=sessions'],
  ['the problems', '/servers/Samples?dock=problems'],
  ['the traffic', '/servers/Samples?dock=wire'],
] as const;

/** Dialogs without an address, and their keys. */
const keys = [
  ['the palette', 'ControlOrMeta+P'],
  ['the search in all texts', 'ControlOrMeta+Shift+F'],
  ['the help', 'F1'],
] as const;

/** Dialogs without an address, and their commands. */
const commands = [
  ['the new prompt', 'New prompt'],
  ['the new tool', 'New tool'],
  ['the new server', 'New server'],
  ['the new source', 'New source'],
  ['the new workspace', 'New workspace…'],
  ['the other workspace', 'Open workspace…'],
] as const;

/** 720 by 450 is what is left of 1440 by 900 at a zoom of 200 %. */
const sizes = [
  [640, 800],
  [720, 450],
  [1024, 700],
  [1280, 800],
  [1920, 1080],
] as const;

/**
 * Opens a workspace with a source and a prompt that searches it.
 * @returns `check`, which looks at a page in all sizes, and `expectNoFaults`, which ends a test
 */
async function openForChecks(page: Page, world: World) {
  const workbench = new WorkbenchPage(page);
  const refusals: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refusals.push(message.text()));
  await workbench.open(await world.start());
  await world.write('docs/notes.md', '# Notes\n\nA release has notes.\n');
  await world.write('sources/Notes.yaml', 'Type: Documentation\nFolders: docs\n');
  await world.write('servers/Finder.yaml', 'Name: Finder\nMCPPrompts: [find]\n');
  await world.write(
    'prompts/find.yaml',
    'Name: find\nArguments: [{ Name: query, Default: release }]\nContent: { Search: { Sources: [Notes], Query: { StringTemplate: "`query`" } } }\n',
  );
  const faults: string[] = [];
  const check = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const fault of await findLayoutFaults(page)) faults.push(`${name}, ${width}×${height}: ${fault}`);
    }
    await page.emulateMedia({ forcedColors: 'active' });
    for (const fault of await findLayoutFaults(page)) faults.push(`${name}, forced colours: ${fault}`);
    await page.emulateMedia({ forcedColors: 'none' });
  };
  const expectNoFaults = () => {
    expect(faults).toEqual([]);
    expect(refusals).toEqual([]);
  };
  return { workbench, check, expectNoFaults };
}

async function openAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, address);
}

test('the layout check finds each kind of fault', async ({ page, world }) => {
  await openForChecks(page, world);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div id="faulty" data-style="position: fixed; inset: 0; z-index: 999">
        <button data-style="padding: 0; border: 0; width: 0">empty</button>
        <button data-style="position: absolute; left: -20px">outside</button>
        <div data-style="overflow: hidden; width: 20px; margin-top: 60px"><button data-style="width: 90px">clipped</button></div>
        <button data-style="position: absolute; top: 200px; width: 20px; overflow: hidden; white-space: nowrap">long label</button>
        <button data-style="position: absolute; top: 300px">covered</button>
        <span data-style="position: absolute; top: 400px; width: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">a path</span>
        <div data-style="position: absolute; top: 290px; width: 200px; height: 60px; background: red">cover</div>
      </div>`,
    );
    // The page's content security policy forbids inline styles.
    for (const element of document.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? '';
  });
  expect((await findLayoutFaults(page)).filter((fault) => !fault.includes(' is under div "empty'))).toEqual([
    '"a path" is cut after a letter or two',
    'button "empty" has no size',
    'button "outside" is cut off by the window',
    'button "clipped" is cut off by div "clipped"',
    'button "long label" has a cut label',
    'button "covered" is under div "cover"',
  ]);
});

test('no control has size 0, is cut off or lies under another, on any page at any window size', async ({
  page,
  world,
}) => {
  const { check, expectNoFaults } = await openForChecks(page, world);
  for (const [name, address] of addresses)
    await test.step(name, async () => {
      await openAddress(page, address);
      await expect(page).toHaveURL((url) => url.hash === `#${address}`);
      if (name === 'a prompt that searches') {
        await expect(page.getByRole('tab', { name: 'Search' })).toBeVisible();
        await page.setViewportSize({ width: 1024, height: 700 });
        const tabs = page.getByRole('tablist', { name: 'Answer format' }).getByRole('tab');
        const rows = await tabs.evaluateAll((elements) => elements.map((tab) => tab.getBoundingClientRect().top));
        expect(new Set(rows).size, 'rows of tabs').toBe(1);
      }
      if (address.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible();
      await check(name);
    });
  await test.step('the start', async () => {
    await new Shell(page).runCommand('Get started');
    await expect(page.getByRole('region', { name: 'Get started' })).toBeVisible();
    await check('the start');
  });
  for (const [name, key] of keys)
    await test.step(name, async () => {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await check(name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  expectNoFaults();
});

test('no control has size 0, is cut off or lies under another, in any dialog or beside any question', async ({
  page,
  world,
}) => {
  const { workbench, check, expectNoFaults } = await openForChecks(page, world);
  await openAddress(page, '/servers/Samples?dock=wire');
  await expect(page.getByRole('region', { name: 'Traffic' })).toBeVisible();
  await test.step('a prompt that asks', async () => {
    const list = new ArgumentsPage(page);
    await workbench.choose('explain-error');
    await workbench.editor.locator('summary', { hasText: 'Questions' }).click();
    for (const name of ['depth', 'error'])
      await list
        .row(name)
        .getByRole('button', { name: `More about argument ${name}` })
        .click();
    await list.row('error').getByRole('button', { name: 'Ask only for some values' }).click();
    const dialogue = await workbench.answerAs('Dialogue');
    await dialogue.locator('summary', { hasText: 'JSON-RPC of form 1' }).click();
    await check('a prompt that asks');
    await expectAccessible(page);
    await dialogue.getByRole('button', { name: 'Decline' }).click();
    await expect(dialogue.getByRole('region', { name: 'End of the dialogue' })).toBeVisible();
    await check('a dialogue that has ended');
    await expectAccessible(page);
  });
  await workbench.choose('explain');
  for (const [name, command] of commands)
    await test.step(name, async () => {
      await new Shell(page).runCommand(command);
      await expect(page.locator('[role=dialog]:not([data-finder])')).toBeVisible();
      await check(name);
      await expectAccessible(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  await test.step('the question before a deletion', async () => {
    await openAddress(page, '/sources/Notes');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('Notes');
    await new Shell(page).runCommand('Delete source');
    const question = page.getByRole('dialog', { name: 'Delete Notes?' });
    await expect(question).toContainText('find');
    await check('the question before a deletion');
    await question.getByRole('button', { name: 'Delete Notes' }).click();
    await new Shell(page).notices.getByRole('button', { name: 'Dismiss' }).click();
  });
  await test.step('the notice of a change', async () => {
    await workbench.choose('explain');
    await workbench.preview.getByRole('tab', { name: 'Tests' }).click();
    await expect(workbench.preview.getByRole('button', { name: 'Run all tests of Samples' })).toBeVisible();
    const { notices } = new Shell(page);
    await page.keyboard.press('ControlOrMeta+d');
    await expect(notices).toContainText('Duplicated explain');
    await check('the notice of a change');
    await notices.getByRole('button', { name: 'Undo' }).click();
    await notices.getByRole('button', { name: 'Dismiss' }).last().click();
  });
  await test.step('the recently deleted', async () => {
    await new Shell(page).runCommand('Recently deleted…');
    await expect(page.getByRole('dialog', { name: 'Recently deleted' })).toContainText('Notes');
    await check('the recently deleted');
    await page.keyboard.press('Escape');
  });
  await test.step('what a team can share', async () => {
    const connect = await workbench.openConnect();
    await connect.application('Claude Code').click();
    await connect.chooseFolder(world.project);
    await connect.onlyHere.getByRole('button', { name: 'Share…' }).click();
    await expect(page.getByRole('dialog', { name: 'Share with a team' })).toBeVisible();
    await check('what a team can share');
    await page.keyboard.press('Escape');
    await connect.close();
  });
  await test.step('an inspected server', async () => {
    const inspect = new InspectPage(page);
    await inspect.openDialog();
    await inspect.dialog.getByRole('textbox', { name: 'Command' }).fill(`node "${inspectedServer}" stdio`);
    await expect(inspect.plan).toContainText(inspectedServer);
    await check('the question before an inspection');
    await inspect.dialog.getByRole('button', { name: 'Start the program' }).click();
    await expect(inspect.tab('Prompts')).toContainText('3');
    await inspect.choose('translate');
    await check('the prompts of an inspected server');
    await inspect.tab('Tools').click();
    await inspect.choose('add');
    await check('the tools of an inspected server');
    await new Shell(page).runCommand('Remove the inspected server');
    await expect(inspect.heading('Fixture server')).toHaveCount(0);
  });
  await test.step('the start page of an empty workspace', async () => {
    for (const folder of ['prompts', 'servers', 'sources', 'tools'])
      await rm(join(world.workspace, folder), { recursive: true, force: true });
    await expect(page.getByText('This workspace is empty')).toBeVisible();
    await check('the start page of an empty workspace');
    await expectAccessible(page);
  });
  expectNoFaults();
});
