import { PreviewPage } from '../pages/preview.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { allowReadingClipboard, expect, test } from '../support/fixtures.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A WAV file without any sound. */
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const promptText = `Name: everything
Title: All there is
Arguments:
  - { Name: topic, Required: true }
  - { Name: tone, Default: friendly, Complete: [formal, friendly, casual] }
Content:
  Messages:
    - Role: user
      Content:
        - StringTemplate: |
            # About \`topic\`

            Be \`tone\` about **\`topic\`**, see [the guide](https://example.com/guide).

            <script>document.title = 'taken over'</script>
            <img src="x" onerror="document.title = 'taken over'">

            ![A picture](https://example.com/picture.png)
        - { Type: image, Data: ${pixel}, MimeType: image/png }
        - { Type: audio, Data: ${silence}, MimeType: audio/wav }
        - { Type: resource, Uri: "docs://notes", MimeType: text/plain, Text: { StringTemplate: "Notes on \`topic\`" } }
        - { Type: resource, Uri: "docs://data", MimeType: application/octet-stream, Data: AAECAw== }
        - { Type: resource_link, Uri: "https://example.com/guide", Name: guide, Title: The guide, Size: 12345 }
    - Role: assistant
      Content: All of it, then.
`;

const functionPrompt = `  - Name: speaks
    Arguments: [{ Name: who }]
    Content:
      Function: "({ who }, context) => { context.log('asked for', who); return 'Hello ' + who; }"
`;

const lines = Array.from(
  { length: 4000 },
  (_, index) => `        Line ${index} on \`topic\` and what follows from it.`,
);
const longText = `  - Name: long
    Arguments: [{ Name: topic }]
    Content:
      StringTemplate: |
${lines.join('\n')}
`;

test('values are typed, completed, filled in from samples and saved as samples', async ({ page, world }) => {
  const preview = new PreviewPage(page);
  await preview.workbench.open(await world.start());

  await test.step('Shift+Enter begins a line, the field grows, and the answer updates with every key', async () => {
    await preview.workbench.choose('explain');
    const field = preview.field('topic');
    // A new workspace shows its first prompt with the values of its first sample.
    await expect(field).toHaveValue('Bloom filters');
    await field.fill('');
    const height = async () => (await field.boundingBox())?.height ?? 0;
    const before = await height();
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('first');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second');
    await expect(field).toHaveValue('first\nsecond');
    await expect(preview.textFrom('topic').first()).toHaveText('first\nsecond');
    expect(await height()).toBeGreaterThan(before);
  });

  await test.step('the server completes a value: typed, chosen with the arrow keys, taken with Enter', async () => {
    await preview.workbench.choose('change-tone');
    const field = preview.field('Tone');
    await field.click();
    await expect(preview.suggestions('Tone').getByRole('option')).toHaveCount(8);
    await page.keyboard.type('f');
    await expect(preview.suggestions('Tone').getByRole('option')).toHaveText(['formal', 'friendly']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('friendly');
    await expect(preview.suggestions('Tone')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('friendly');
  });

  await test.step('examples fill empty fields and keep typed values', async () => {
    await preview.workbench.choose('translate');
    await preview.field('language').fill('Latin');
    await preview.fillWithExamples();
    await expect(preview.field('text')).not.toHaveValue('');
    await expect(preview.field('language')).toHaveValue('Latin');
    await expect(preview.textFrom('language').first()).toHaveText('Latin');
  });

  await test.step('the menu of samples holds the keyboard, and one Escape leads back to its button', async () => {
    const button = preview.pane.getByRole('button', { name: 'Sample values', exact: true });
    await button.press('Enter');
    const controls = preview.samples.getByRole('button');
    await expect(controls.first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(controls.nth(1)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(preview.samples.locator(':focus')).toHaveCount(1);
    await controls.nth(1).focus();
    await page.keyboard.press('Escape');
    await expect(preview.samples).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('a sample fills the form, and the button names it', async () => {
    await preview.fillFrom('Into Japanese');
    await expect(preview.field('language')).toHaveValue('Japanese');
    await expect(preview.pane.getByRole('button', { name: 'Sample values: Into Japanese' })).toBeVisible();
    await preview.field('language').fill('Latin');
    await expect(preview.pane.getByRole('button', { name: 'Sample values', exact: true })).toBeVisible();
  });

  await test.step('values are saved as a sample in the file, renamed, changed and deleted', async () => {
    const file = () => world.read('prompts/explain.yaml');
    const original = await file();
    await preview.workbench.choose('explain');
    await preview.field('topic').fill('owls');
    await preview.openSamples();
    const newName = preview.samples.getByRole('textbox', { name: 'Save these values as' });
    await newName.fill('A habit');
    await expect(preview.samples.getByRole('alert')).toHaveText('Another sample already has this name.');
    await newName.fill('Birds');
    await page.keyboard.press('Enter');
    await expect.poll(file).toContain('Birds');
    expect(await file()).toContain('owls');

    await preview.samples.getByRole('button', { name: 'Rename Birds' }).click();
    await page.keyboard.type('Night birds');
    await page.keyboard.press('Enter');
    await expect.poll(file).toContain('Name: Night birds');

    await page.keyboard.press('Escape');
    await preview.field('topic').fill('bats');
    await preview.openSamples();
    await preview.samples.getByRole('button', { name: 'Update Night birds from the form' }).click();
    await expect.poll(file).toContain('topic: bats');

    await preview.samples.getByRole('button', { name: 'Delete Night birds' }).click();
    await expect.poll(file).toBe(original);
    // The button that had the focus is gone with its row.
    await expect(preview.samples.getByRole('button', { name: 'Fill from the sample' }).first()).toBeFocused();
    await page.keyboard.press('Escape');
    const notice = page.getByRole('status').filter({ hasText: 'Deleted the sample “Night birds”' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(file).toContain('Name: Night birds');
    await preview.fillFrom('Night birds');
    await expect(preview.field('topic')).toHaveValue('bats');
  });

  await test.step('the values of each prompt and the preview settings survive a reload', async () => {
    await preview.field('topic').fill('owls');
    await preview.chooseRevision('2025-03-26');
    await preview.chooseView('As Markdown');
    await preview.workbench.choose('compare');
    await expect(preview.field('options')).toHaveValue('');
    await preview.workbench.choose('explain');
    await expect(preview.field('topic')).toHaveValue('owls');
    await page.reload();
    await expect(preview.field('topic')).toHaveValue('owls');
    await expect(preview.pane.getByRole('button', { name: /Protocol revision/ })).toContainText('2025-03-26');
    await expect(preview.pane.getByRole('radio', { name: 'As Markdown' })).toBeChecked();
  });
});

test('the answer follows the prompt: its server, its errors, its log and its length', async ({ page, world }) => {
  const preview = new PreviewPage(page);
  const { workbench } = preview;
  await workbench.open(await world.start());
  await allowReadingClipboard(page);

  await test.step('a prompt that no server lists can be added to one in place of its answer', async () => {
    await world.write('prompts/loose.yaml', 'Name: relaxed\nContent: As loose as can be\n');
    await workbench.choose('relaxed');
    await expect(workbench.preview.getByText('Add relaxed to a server to preview it here.')).toBeVisible();
    await workbench.preview.getByRole('button', { name: 'Add to Samples' }).click();
    await expect(workbench.preview.getByText('As loose as can be')).toBeVisible();
    await expect.poll(() => world.read('servers/Samples.yaml')).toContain('- loose');
    await expect(page.getByRole('status').filter({ hasText: 'Added relaxed.' })).toBeVisible();
    await workbench.prompt('relaxed').press('Delete');
    await expect.poll(() => world.read('servers/Samples.yaml')).not.toContain('- loose');
    await page.getByRole('status').filter({ hasText: 'Removed relaxed' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => world.read('servers/Samples.yaml')).toContain('- loose');
  });

  await test.step('a failed preview keeps the last good answer, in grey, beside the error', async () => {
    await workbench.choose('compare');
    await preview.field('options').fill('tea, coffee');
    await expect(preview.message(1)).toContainText('tea, coffee');
    await expect(preview.legend).toContainText('Returned by the function');
    await preview.field('options').fill('tea');
    await expect(preview.pane.getByRole('alert')).toContainText('Give at least two options');
    await expect(preview.lastGood).toContainText('tea, coffee');
    await preview.field('options').fill('tea, water');
    await expect(preview.message(1)).toContainText('tea, water');
    await expect(preview.lastGood).toHaveCount(0);
  });

  await test.step('what a function logs is shown with the call that it belongs to', async () => {
    await world.write('servers/Own.yaml', `Name: Own\nMCPPrompts:\n${functionPrompt}${longText}`);
    await workbench.choose('speaks');
    await preview.field('who').fill('Ada');
    const log = preview.pane.getByRole('region', { name: 'Log of this call' });
    await expect(log.getByRole('listitem')).toHaveText(['asked for Ada']);
    await preview.field('who').fill('Bob');
    await expect(log.getByRole('listitem')).toHaveText(['asked for Bob']);
  });

  await test.step('the scroll position stays while the text changes', async () => {
    await workbench.choose('long');
    await preview.field('topic').fill('owls');
    const panel = preview.pane.getByRole('tabpanel');
    await expect(panel).toContainText('Line 3999');
    const middleLine = preview.messages.getByText('Line 2000 on');
    await middleLine.scrollIntoViewIfNeeded();
    const place = async () => (await middleLine.boundingBox())?.y;
    const before = await panel.evaluate((element) => element.scrollTop);
    await preview.field('topic').press('End');
    await page.keyboard.type('x');
    await expect(panel).toContainText('Line 2000 on owlsx');
    expect(await panel.evaluate((element) => element.scrollTop)).toBe(before);
    expect(await place()).toBeGreaterThan(0);
  });

  await test.step('a message is copied, and a clipboard that refuses is reported', async () => {
    await workbench.choose('commit-message');
    await preview.pane.getByRole('button', { name: 'Copy message 1' }).click();
    await expect(preview.pane.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Write a commit message');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await preview.pane.getByRole('button', { name: 'Copy all messages' }).click();
    await expect(preview.pane.getByRole('alert')).toContainText("Couldn't copy");
  });
});

test('an answer with every kind of content is drawn, traced to its origins, and safe to look at', async ({
  page,
  world,
}) => {
  const preview = new PreviewPage(page);
  const scope = 'aside[aria-label="Preview"]';
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const url = await world.start();
  await world.write('prompts/everything.yaml', promptText);
  await world.write('servers/Own.yaml', 'Name: Own\nMCPPrompts: [everything]\n');
  await preview.workbench.open(url);
  await preview.workbench.choose('everything');
  await preview.field('topic').fill('owls');
  await expect(preview.message(1)).toContainText('About owls');

  await test.step('every kind of content is drawn', async () => {
    const image = preview.messages.getByRole('img', { name: 'Part of this message' });
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await expect(preview.messages.locator('audio')).toBeVisible();
    await expect(preview.messages.getByRole('region', { name: 'Text of docs://notes' })).toHaveText('Notes on owls');
    await expect(preview.messages).toContainText('application/octet-stream · 4 B');
    await expect(preview.messages).toContainText('The guide');
    await expect(preview.messages).toContainText('12.3 kB');
    await expect(preview.messages).toContainText('Assistant');
    await expect(
      preview.pane.getByText('A message with several blocks reaches clients as several messages'),
    ).toBeVisible();
    await expect(preview.pane.getByText(/answer ≈ \d+ tokens?/)).toBeVisible();
  });

  await test.step('the origin of characters is named on hover, on focus and in the legend', async () => {
    await expect(preview.legend.getByRole('button')).toHaveText(['topic', 'tone', 'Written in the prompt']);
    await expect(preview.textFrom('tone')).toHaveText(['friendly']);
    await preview.textFrom('tone').hover();
    await expect(preview.tooltip).toHaveText('From the argument tone');
    await preview.legend.getByRole('button', { name: 'topic' }).hover();
    await expect(preview.tooltip).toHaveCount(0);
    const ground = () =>
      preview
        .textFrom('topic')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const lightColor = await ground();
    await preview.textFrom('topic').first().focus();
    await expect(preview.tooltip).toHaveText('From the argument topic');
    await page.keyboard.press('ArrowRight');
    await expect(preview.textFrom('tone').first()).toBeFocused();
    await expect(preview.tooltip).toHaveText('From the argument tone');
    await expect.poll(ground).not.toBe(lightColor);
    const hues = await preview.textFrom('topic').first().getAttribute('data-thread');
    await expect(preview.legend.getByRole('button', { name: 'topic' })).toHaveAttribute('data-thread', hues ?? '');
  });

  await test.step('Markdown is drawn without running or fetching anything, and the raw text is one press away', async () => {
    await preview.chooseView('As Markdown');
    const message = preview.message(1);
    await expect(message.getByText('About owls', { exact: true })).toBeVisible();
    await expect(message).not.toContainText('# About');
    await expect(message).toContainText("<script>document.title = 'taken over'</script>");
    await message.getByText('the guide').click();
    await expect(message.getByRole('link')).toHaveCount(0);
    await expect(message.locator('img, script')).toHaveCount(0);
    await expect(message).toContainText('Image: A picture');
    expect(requests.filter((request) => request.includes('example.com'))).toEqual([]);
    await expect(page).toHaveTitle(/Prompt Workbench/);
    await preview.chooseView('Raw text with its origins');
    await expect(message).toContainText('# About owls');
  });

  await test.step('axe finds nothing serious in the answer', async () => {
    await expectAccessible(page, scope);
  });

  await test.step('an older revision shows its own answer, with each loss at its message', async () => {
    await expect(preview.losses).toHaveCount(0);
    await preview.chooseRevision('2024-11-05');
    await expect(preview.message(3).getByRole('list', { name: 'Lost in this revision' })).toContainText('audio');
    await expect(preview.message(3)).toContainText('[Audio: audio/wav');
    await expect(preview.losses.first()).toContainText('The title of the prompt');
    await expectAccessible(page, scope);
    await preview.chooseView('As Markdown');
    await expect(preview.message(1)).not.toContainText('# About');
    await expectAccessible(page, scope);
    const exchange = await preview.workbench.answerAs('JSON-RPC');
    await expect(exchange).toContainText('"prompts/get"');
    await preview.chooseRevision('2026-07-28');
    await expect(exchange).toContainText('2026-07-28');
  });
});
