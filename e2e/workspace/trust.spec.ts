/** A workspace that another person made: what it may do before and after a person trusts it. */

import { SearchPage } from '../pages/search.ts';
import { ToolPage } from '../pages/tool.ts';
import { TrustPage } from '../pages/trust.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import type { World } from '../support/world.ts';

const files = {
  'servers/Team.yaml': 'Name: Team\nMCPPrompts: [greet, compare, suggest]\nTools: [count]\n',
  'prompts/greet.yaml': 'Name: greet\nContent: Good morning, team.\n',
  'prompts/compare.yaml': 'Name: compare\nContent: { Function: "() => \'Compared by a function.\'" }\n',
  'prompts/suggest.yaml': `Name: suggest
Arguments:
  - { Name: topic, Complete: { Function: "() => ['alpha', 'beta']" } }
Content: { StringTemplate: "About \`topic\`." }
`,
  'tools/count.yaml': 'Name: count\nContent: { Function: "() => \'Counted by a function.\'" }\n',
  'sources/Search.yaml': 'Type: MCP\nUrl: https://search.example.com/mcp\nTool: find\n',
  'sources/Shelf.yaml': 'Type: MCP\nUrl: http://127.0.0.1:9/mcp\nTool: find\n',
};

/** Writes the files of another person before the workbench first sees the folder. */
async function startForeign(world: World): Promise<string> {
  for (const [file, text] of Object.entries(files)) await world.write(file, text);
  return world.start({ isRestricted: true });
}

test('the sample workspace of the first start needs no permission', async ({ page, world }) => {
  const trust = new TrustPage(page);
  await trust.workbench.open(await world.start());
  await trust.workbench.choose('compare');
  await trust.workbench.preview.getByRole('button', { name: 'Fill with examples' }).click();
  await expect(trust.workbench.preview.getByRole('list', { name: 'Messages' })).toBeVisible();
  await expect(trust.bar).toHaveCount(0);
  await expect(trust.mark).toHaveCount(0);
});

test('another person’s workspace opens restricted, is trusted, and is restricted again', async ({ page, world }) => {
  const trust = new TrustPage(page);
  const tool = new ToolPage(page);
  const { workbench } = trust;
  await workbench.open(await startForeign(world));

  await test.step('text prompts work, and one press lets the functions run', async () => {
    await expect(trust.bar).toContainText('This workspace is restricted. Text prompts work.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await workbench.choose('greet');
    await expect(await workbench.answerAs('Messages')).toContainText('Good morning, team.');

    await workbench.choose('compare');
    await expect(trust.needs(workbench.preview)).toContainText('This prompt runs a function.');
    await trust.needs(workbench.preview).getByRole('button', { name: 'Review and trust…' }).click();
    await expect(trust.review.getByText(world.workspace)).toBeVisible();
    await expect(trust.choice('Run functions')).toBeChecked();
    await expect(trust.choice('https://search.example.com')).toBeChecked();
    await trust.review.getByRole('button', { name: 'Trust this workspace' }).click();
    await expect(await workbench.answerAs('Messages')).toContainText('Compared by a function.');
    await expect(trust.bar).toHaveCount(0);
  });

  await test.step('later asks of the files are shown alone', async () => {
    await world.write('sources/More.yaml', 'Type: MCP\nUrl: https://more.example.com/mcp\nTool: find\n');
    await expect(trust.bar).toContainText('This workspace needs 1 more permission: 1 address.');
    await trust.openReview();
    await expect(trust.review.getByRole('checkbox')).toHaveCount(1);
    await expect(trust.choice('https://more.example.com')).toBeChecked();
    await trust.review.getByRole('button', { name: 'Allow selected' }).click();
    await expect(trust.bar).toHaveCount(0);
  });

  await test.step('a permission is revoked on its own, and trust as a whole', async () => {
    await workbench.choose('compare');
    await expect(await workbench.answerAs('Messages')).toContainText('Compared by a function.');
    await trust.openManager();
    const address = trust.manager.getByRole('button', { name: 'Revoke: https://search.example.com' });
    await address.click();
    await expect(trust.manager.getByRole('button', { name: 'Allow: https://search.example.com' })).toBeFocused();
    await trust.manager.getByRole('button', { name: 'Stop trusting this workspace' }).click();
    await expect(trust.manager.getByRole('status')).toContainText('This workspace is restricted.');
    await trust.manager.getByRole('button', { name: 'Done' }).click();
    await expect(trust.bar).toContainText('This workspace is restricted.');
    await expect(trust.needs(workbench.preview)).toContainText('This prompt runs a function.');
  });

  await test.step('a tool shows the missing permission in place of its answer, and answers once it is allowed', async () => {
    await workbench.choose('count');
    await tool.call.click();
    const permissionNotice = trust.needs(tool.trial);
    await expect(permissionNotice).toContainText('This tool runs a function.');
    await permissionNotice.getByRole('button', { name: 'Allow' }).click();
    await expect(tool.trial).toContainText('Now allowed. Call the tool again to see its answer.');
    await tool.call.click();
    await expect(tool.trial).toContainText('Counted by a function.');
    await trust.stopTrusting();
  });

  await test.step('suggestions of a function say that they need permission', async () => {
    await workbench.choose('suggest');
    await workbench.value('topic').click();
    const permissionNotice = trust.needs(workbench.preview);
    await expect(permissionNotice).toContainText('runs a function');
    await permissionNotice.getByRole('button', { name: 'Allow' }).click();
    await expect(permissionNotice).toHaveCount(0);
    await workbench.value('topic').press('Alt+ArrowDown');
    await expect(page.getByRole('option', { name: 'alpha' })).toBeVisible();
    await trust.stopTrusting();
  });

  await test.step('a file in the review leads to the definition with the ask', async () => {
    await trust.openReview();
    await trust.choice('https://search.example.com').focus();
    await page.keyboard.press('Space');
    await trust.review.getByRole('button', { name: 'tools/count.yaml' }).click();
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('count');
    await trust.openReview();
    await expect(trust.choice('https://search.example.com')).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  await test.step('the bar collapses into the status line, and stays collapsed when the window opens again', async () => {
    await trust.bar.getByRole('button', { name: 'Hide' }).click();
    await expect(trust.bar).toHaveCount(0);
    await expect(trust.mark).toBeFocused();
    // The settings are written a moment after they change.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('prompt-workbench'))).toContain('foldedAsks');
    await page.reload();
    await expect(trust.mark).toBeVisible();
    await expect(trust.bar).toHaveCount(0);
    await trust.mark.press('Enter');
    await expect(trust.bar).toBeVisible();
  });
});

test('code for a kernel and private addresses are reviewed and allowed one by one', async ({ page, world }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const trust = new TrustPage(page);
  const search = new SearchPage(page);
  const { workbench } = trust;
  const code = [...Array.from({ length: 40 }, (_, line) => `step${line} = 1;`), 'Run["rm\u202e"] &'].join('\n');
  await world.write(
    'servers/Made.json',
    JSON.stringify({ Name: 'Made', MCPPrompts: [{ Name: 'made', Content: { Function: { Wolfram: code } } }] }),
  );
  await workbench.open(await startForeign(world));
  // It pushes the list down, and comes after it.
  await expect(trust.bar).toBeVisible();

  await test.step('axe finds nothing serious where a permission is missing, and in the review', async () => {
    await workbench.choose('compare');
    await expect(trust.needs(workbench.preview)).toBeVisible();
    await expectAccessible(page);
    await trust.openReview();
    await expect(trust.review).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an address of a private network starts unchecked', async () => {
    await expect(trust.choice('http://127.0.0.1:9')).not.toBeChecked();
    await expect(trust.review).toContainText('This address is on this computer or its network.');
  });

  await test.step('Wolfram code starts unchecked, is shown whole and is allowed on its own', async () => {
    await expect(trust.choice('Run this code, 41 lines')).not.toBeChecked();
    await expect(trust.review).toContainText('Read the whole code before you allow it');
    const lastCommand = trust.review.getByText('Run["rm\\u{202e}"] &');
    await lastCommand.scrollIntoViewIfNeeded();
    await expect(lastCommand).toBeVisible();
    await trust.review.getByRole('button', { name: 'Trust this workspace' }).click();
    await expect(trust.mark).toHaveText('2 not allowed');
    await trust.openManager();
    await expect(trust.manager).toBeVisible();
    await expectAccessible(page);
    await trust.manager.getByRole('button', { name: 'Allow: Run this code, 41 lines' }).click();
    await expect(trust.mark).toHaveText('1 not allowed');
    await trust.manager.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the private address is allowed on its own, beside its source', async () => {
    await workbench.prompt('Shelf').click();
    await search.query.fill('crank');
    await page.keyboard.press('Enter');
    const permissionNotice = trust.needs(workbench.editor);
    await expect(permissionNotice).toContainText('This source contacts a private address.');
    await permissionNotice.getByRole('button', { name: 'Allow' }).click();
    await expect(permissionNotice).toHaveCount(0);
    await expect(trust.mark).toHaveCount(0);
    await expect(workbench.preview).toContainText('cannot be used');
  });
});
