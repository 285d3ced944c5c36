import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BlocksPage, type GivenFile } from '../pages/blocks.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressBox } from '../support/press-box.ts';
import { twoFrames, withSlowFrames } from '../support/slow-frames.ts';
import type { World } from '../support/world.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);
const image: GivenFile = { name: 'diagram.png', type: 'image/png', bytes: png };
const notes: GivenFile = { name: 'rules.md', type: 'text/markdown', bytes: Buffer.from('# Rules\n\nBe kind.\n') };

/** A second of silence. */
function wav(): Buffer {
  const samples = 8000;
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, offset);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

/** Opens a workspace with one server that lists these prompts. */
async function openPrompts(page: Page, world: World, contents: Readonly<Record<string, string>>): Promise<BlocksPage> {
  const blocks = new BlocksPage(page);
  const names = Object.keys(contents);
  await world.write('servers/Team.yaml', `Name: Team\nMCPPrompts: [${names.join(', ')}]\n`);
  for (const [name, content] of Object.entries(contents))
    await world.write(`prompts/${name}.yaml`, `# Ours.\nName: ${name}\n${content}`);
  await blocks.workbench.open(await world.start());
  return blocks;
}

const twoMessages = `Content:
  Messages:
    - Role: user # asks
      Content: First question
    - Role: assistant # answers
      Content: First answer
`;

const everyKind = `Content:
  Messages:
    - Role: user
      Content:
        - Type: text
          Text: Look
          Annotations: { Audience: [user], Priority: 1 }
        - { Type: image, Data: ${png.toString('base64')}, MimeType: image/png }
        - { Type: audio, File: gone.wav }
        - { Type: resource, Uri: "docs://rules", Text: Be kind. }
        - { Type: resource_link, Uri: "docs://style", Name: style, Icons: [{ Src: "https://example.com/i.png" }] }
        - { Type: search, Sources: [Docs], Query: style }
`;

test('messages are built from texts, files, resources and sources', async ({ page, world }) => {
  await world.write('sources/Handbook.yaml', 'Type: Documentation\nFolders:\n  - docs\n');
  await mkdir(join(world.workspace, 'media'));
  await writeFile(join(world.workspace, 'media/logo.png'), png);
  const blocks = await openPrompts(page, world, {
    built: 'Content: Look at this.\n',
    dropped: 'Content: Look.\n',
    refused: 'Content: Look.\n',
    chosen: 'Content:\n  Messages:\n    - Role: user\n      Content:\n        Type: image\n        File: gone.png\n',
    searched:
      'Content:\n  Messages:\n    - Role: user\n      Content:\n        - { Type: search, Sources: [Rules], Query: style }\n',
  });

  await test.step('a prompt of two roles, a picture, a sound, a resource and a link is built and previewed as a client gets it', async () => {
    await blocks.workbench.choose('built');
    await blocks.changeForm('Messages');
    await expect(blocks.text(1)).toHaveText('Look at this.');

    await blocks.drop(blocks.message(1), image);
    await expect(blocks.block(1, 'Image').getByRole('img', { name: 'diagram.png' })).toBeVisible();
    await expect(blocks.block(1, 'Image')).toContainText('image/png · 75 B');

    await blocks.addMessage('assistant');
    await expect(blocks.text(2)).toBeFocused();
    await page.keyboard.type('I see it.');

    await blocks.workbench.waitUntilSaved();
    const before = await world.read('prompts/built.yaml');
    const cancelledChooser = page.waitForEvent('filechooser');
    await blocks.addBlock(1, 'Audio');
    await cancelledChooser;
    await expect(blocks.block(1, 'Audio')).toHaveCount(0);
    expect(await world.read('prompts/built.yaml')).toBe(before);
    const chooser = page.waitForEvent('filechooser');
    await blocks.addBlock(1, 'Audio');
    await (await chooser).setFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer: wav() });
    await expect(blocks.block(1, 'Audio').locator('audio')).toBeVisible();

    await blocks.addBlock(1, 'Embedded resource');
    const resource = blocks.block(1, 'Embedded resource');
    await resource.getByRole('textbox', { name: 'URI' }).fill('docs://rules');
    await resource.getByRole('textbox', { name: /text$/ }).fill('Be kind.');

    await blocks.addBlock(1, 'Link to a resource');
    const link = blocks.block(1, 'Link to a resource');
    await link.getByRole('textbox', { name: 'URI' }).fill('https://example.com/style');
    await link.getByRole('textbox', { name: 'Name' }).fill('style');
    await link.getByRole('textbox', { name: 'Size in bytes' }).fill('1200');
    await blocks.workbench.waitUntilSaved();

    expect(await world.read('prompts/built.yaml')).toContain('File: diagram.png');
    expect(await readFile(join(world.workspace, 'media/diagram.png'))).toEqual(png);
    expect(await readFile(join(world.workspace, 'media/voice.wav'))).toEqual(wav());
    expect(await world.read('prompts/built.yaml')).toMatch(/Size: 1200\b/);

    const exchange = await blocks.workbench.answerAs('JSON-RPC');
    await expect(exchange).toContainText('"audio/wav"');
    await expect(exchange).toContainText('docs://rules');
    await expect(exchange).toContainText('"resource_link"');
    const answer = await blocks.workbench.answerAs('Messages');
    await expect(answer).toContainText('Look at this.');
    await expect(answer).toContainText('I see it.');
    await expect(answer.locator('img').first()).toBeVisible();
  });

  await test.step('files can be dropped on a text: a picture, a document and a plain text each become their kind of block', async () => {
    await blocks.workbench.choose('dropped');
    await expect(blocks.workbench.promptText).toHaveText('Look.');
    const plainFile: GivenFile = { name: 'hint.txt', type: 'text/plain', bytes: Buffer.from('Only a hint') };
    await blocks.drop(blocks.workbench.promptText, image, notes, plainFile);
    await expect(blocks.block(1, 'Image')).toBeVisible();
    await expect(blocks.block(1, 'Image').getByRole('textbox', { name: 'File in media' })).toBeFocused();
    await expect(blocks.block(1, 'Image')).toBeInViewport({ ratio: 1 });
    await expect(blocks.notice('Changed the content to messages to hold 3 files.')).toBeVisible();
    await expect(blocks.block(1, 'Embedded resource').getByRole('textbox', { name: 'URI' })).toHaveValue(
      'media://rules.md',
    );
    await expect(blocks.text(1).last()).toHaveText('Only a hint');
    await expect(blocks.text(1).first()).toHaveText('Look.');
    await expect.poll(() => world.read('prompts/dropped.yaml')).toContain('File: rules.md');

    await blocks.paste(blocks.text(1).first(), { ...image, name: 'image.png' });
    await expect(blocks.block(1, 'Image')).toHaveCount(2);
    await expect(blocks.text(1).first()).toHaveText('Look.');
  });

  await test.step('a picture of 20 MB, a false picture, and bytes pasted as text are each refused in one sentence', async () => {
    await blocks.workbench.choose('refused');
    await blocks.workbench.typeAtEnd(' Typed just now.');
    const largeBytes = Buffer.alloc(20_000_000);
    png.copy(largeBytes);
    await blocks.drop(blocks.workbench.promptText, { ...image, name: 'huge.png', bytes: largeBytes });
    await expect(blocks.notice('huge.png is 20 MB, but a prompt can include at most 10 MB')).toBeVisible();
    await blocks.drop(blocks.workbench.promptText, {
      ...image,
      name: 'fake.png',
      bytes: Buffer.from('<html>404</html>'),
    });
    await expect(blocks.notice('fake.png is an image (image/png) by its name, but its content is text')).toBeVisible();
    await blocks.pasteText(blocks.workbench.promptText, 'PK\u0003\u0004\u0000\u0001');
    await expect(blocks.notice('The pasted text is binary data')).toBeVisible();
    await blocks.drop(blocks.workbench.list, image);
    await expect(blocks.workbench.promptText).toHaveText('Look. Typed just now.');
    await blocks.workbench.waitUntilSaved();
    expect(await world.read('prompts/refused.yaml')).toContain('Content: Look. Typed just now.');
    // A file that is dropped on the list is imported.
    await page.getByRole('dialog', { name: 'Import prompts' }).press('Escape');
  });

  await test.step('a file of the media folder is chosen, and bytes in the prompt become a file and back', async () => {
    await blocks.workbench.choose('chosen');
    const block = blocks.block(1, 'Image');
    await expect(block).toContainText('There is no file media/gone.png');
    await block.getByRole('button', { name: /choose from media/ }).click();
    await page.getByRole('menuitem', { name: /logo\.png/ }).click();
    await expect(block.getByRole('img', { name: 'logo.png' })).toBeVisible();

    await block.locator('summary', { hasText: 'Type and storage' }).click();
    await block.getByRole('radio', { name: 'In the prompt' }).click();
    await expect.poll(() => world.read('prompts/chosen.yaml')).toContain(`Data: ${png.toString('base64')}`);
    await block.getByRole('radio', { name: 'File', exact: true }).click();
    await expect.poll(() => world.read('prompts/chosen.yaml')).toMatch(/File: file\.png/);
  });

  await test.step('an existing source is added to a search', async () => {
    await blocks.workbench.choose('searched');
    await blocks.block(1, 'Search results').getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('menuitem', { name: 'Handbook', exact: true }).click();
    const sources = blocks.block(1, 'Search results').getByRole('group', { name: 'Sources' });
    await expect(sources).toContainText('RulesHandbook');
    await expect.poll(() => world.read('prompts/searched.yaml')).toContain('Sources: [Rules, Handbook]');
    const field = sources.getByRole('combobox', { name: 'New source' });
    await field.fill('Handbok');
    await field.press('Enter');
    await expect(sources.getByText('There is no source named "Handbok"', { exact: false })).toBeVisible();
    await sources.getByRole('button', { name: 'Remove the source Handbook' }).click();
    await sources.getByRole('button', { name: 'Use Handbook instead of Handbok' }).click();
    await expect.poll(() => world.read('prompts/searched.yaml')).toContain('Sources: [Rules, Handbook]');
    await expect(sources.getByText('"Handbok"', { exact: false })).toHaveCount(0);
    await sources.getByRole('button', { name: 'Remove the source Handbook' }).click();
    await field.click();
    await expect(page.getByRole('option', { name: 'Handbook' })).toBeVisible();
    await field.fill('han');
    await field.press('Enter');
    await expect.poll(() => world.read('prompts/searched.yaml')).toContain('Sources: [Rules, Handbook]');
  });
});

test('messages and blocks are moved, removed, duplicated, annotated and converted', async ({ page, world }) => {
  const blocks = await openPrompts(page, world, {
    moved: twoMessages,
    dragged: twoMessages,
    removed: twoMessages,
    duplicated: twoMessages,
    annotated: twoMessages,
    conditional: `Arguments:\n  - Name: detail\n  - Name: language\n${twoMessages}`,
    converted: 'Content: Just this.\n',
    mixed: everyKind,
  });

  await test.step('messages and blocks are moved with the keyboard; their place is announced, and the comments stay', async () => {
    await blocks.workbench.choose('moved');
    await blocks.grip('message 1').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(blocks.text(1)).toHaveText('First answer');
    await expect(page.getByRole('status').filter({ hasText: 'Moved the message to position 2 of 2.' })).toHaveCount(1);
    await expect(blocks.grip('message 2')).toBeFocused();
    await expect
      .poll(() => world.read('prompts/moved.yaml'))
      .toMatch(/Role: assistant # answers\s+Content: First answer\s+- Role: user # asks\s+Content: First question/);

    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: 'This is the last message.' })).toHaveCount(1);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(blocks.text(1)).toHaveText('First question');

    await withSlowFrames(page, async () => {
      await blocks.addBlock(1, 'Text');
      await expect(blocks.text(1)).toHaveCount(2);
      await blocks.text(1).last().fill('Second question');
      await blocks.grip('block 2 of message 1').focus();
      await blocks.workbench.waitUntilSaved();
      await twoFrames(page);
      // The new block would take the focus, but the person has left it already.
      await page.keyboard.press('Alt+ArrowDown');
    });
    await expect(blocks.text(2).first()).toHaveText('Second question');
    await expect(blocks.grip('block 1 of message 2')).toBeFocused();
  });

  await test.step('a message is dragged with the pointer, and by keyboard to a chosen place', async () => {
    await blocks.workbench.choose('dragged');
    await blocks.grip('message 2').dragTo(blocks.message(1), { targetPosition: { x: 120, y: 6 } });
    await expect(blocks.text(1)).toHaveText('First answer');
    await expect.poll(() => world.read('prompts/dragged.yaml')).toMatch(/answers[\s\S]*asks/);

    await blocks.grip('message 2').focus();
    await page.keyboard.press('Enter');
    // The focus goes to the first place where the message can be dropped, soon after the press.
    await expect(page.getByRole('button', { name: 'Before message 2' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Before message 1' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(blocks.text(1)).toHaveText('First question');
  });

  await test.step('a removed part is restored from its notice, byte for byte', async () => {
    await blocks.workbench.choose('removed');
    const before = await world.read('prompts/removed.yaml');
    await blocks.chooseAction('message 1', 'Remove');
    await expect(blocks.messages).toHaveCount(1);
    await expect.poll(() => world.read('prompts/removed.yaml')).not.toContain('First question');
    await blocks.notice('Removed message 1.').getByRole('button', { name: 'Undo' }).click();
    await expect(blocks.messages).toHaveCount(2);
    await expect.poll(() => world.read('prompts/removed.yaml')).toBe(before);
  });

  await test.step('a message and a block are duplicated, and a role is changed', async () => {
    await blocks.workbench.choose('duplicated');
    await blocks.chooseAction('message 1', 'Duplicate');
    await expect(blocks.messages).toHaveCount(3);
    await expect(blocks.text(2)).toHaveText('First question');
    await blocks.message(2).getByRole('radio', { name: 'Assistant' }).click();
    await blocks.workbench.waitUntilSaved();
    expect((await world.read('prompts/duplicated.yaml')).match(/Role: assistant/g)).toHaveLength(2);
  });

  await test.step('annotations and icons are in collapsed sections, and a plain text can have them', async () => {
    await blocks.workbench.choose('annotated');
    await blocks.message(1).locator('summary', { hasText: 'Annotations' }).click();
    await pressBox(blocks.message(1).getByRole('checkbox', { name: 'The assistant' }));
    await blocks.message(1).getByRole('slider', { name: 'Priority' }).focus();
    await page.keyboard.press('ArrowRight');
    await blocks.message(1).getByRole('textbox', { name: 'Last modified' }).fill('soon');
    await expect(blocks.message(1)).toContainText('must be a date and time in ISO 8601');
    await blocks.message(1).getByRole('textbox', { name: 'Last modified' }).fill('2026-05-03');
    await blocks.workbench.waitUntilSaved();
    const text = await world.read('prompts/annotated.yaml');
    expect(text).toContain('Text: First question');
    expect(text).toMatch(/Audience:\s*(- assistant|\[\s*assistant\s*\])/);
    expect(text).toContain('Priority: 0.55');
    const exchange = await blocks.workbench.answerAs('JSON-RPC');
    await expect(exchange).toContainText('2026-05-03');

    await blocks.editor.locator('summary', { hasText: 'Icons' }).first().click();
    await blocks.editor.getByRole('button', { name: 'Add icon' }).click();
    await blocks.editor.getByRole('textbox', { name: 'Address of the new icon' }).fill('https://example.com/icon.png');
    await page.keyboard.press('Enter');
    const icon = blocks.editor.getByRole('group', { name: 'Icon 1' });
    await icon.getByRole('textbox', { name: 'Sizes' }).fill('48x48, any');
    await icon.getByRole('radio', { name: 'Dark' }).click();
    await blocks.workbench.waitUntilSaved();
    expect(await world.read('prompts/annotated.yaml')).toMatch(/Src: https:\/\/example\.com\/icon\.png/);
    expect(await world.read('prompts/annotated.yaml')).toContain('Theme: dark');
  });

  await test.step('a message and a block get conditions, whose argument and values are picked', async () => {
    await blocks.workbench.choose('conditional');
    await blocks.chooseAction('message 2', 'Add a condition');
    const condition = blocks.editor.getByRole('group', { name: 'Condition of message 2' });
    await condition.getByRole('button', { name: 'Argument of the condition' }).click();
    await page.getByRole('option', { name: 'language' }).click();
    await condition.getByRole('button', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is', exact: true }).click();
    await condition.getByRole('combobox', { name: 'New value' }).fill('French,German,');
    await blocks.workbench.waitUntilSaved();
    const text = await world.read('prompts/conditional.yaml');
    expect(text).toMatch(/Role: assistant # answers\n {6}When:\n {8}Argument: language\n {8}Is:\n/);
    expect(text).toContain('Content: First answer');

    const answer = await blocks.workbench.answerAs('Messages');
    await expect(answer).toContainText('Left out (assistant): only when language is French or German');
    await expect(answer).toContainText('First answer');
    await blocks.workbench.value('language').fill('German');
    await expect(answer).not.toContainText('Left out');
    await condition.getByRole('button', { name: 'Remove the condition of message 2' }).click();
    await blocks.workbench.waitUntilSaved();
    expect(await world.read('prompts/conditional.yaml')).not.toContain('When');
  });

  await test.step('content changes its kind without losing a text, and asks before it removes what the kind cannot hold', async () => {
    await blocks.workbench.choose('converted');
    await blocks.changeForm('Messages');
    await expect(blocks.text(1)).toHaveText('Just this.');
    await blocks.changeForm('Text');
    await expect(blocks.workbench.promptText).toHaveText('Just this.');
    await blocks.changeForm('Function');
    await expect.poll(() => world.read('prompts/converted.yaml')).toContain('export default () => "Just this."');
    const withFunction = await world.read('prompts/converted.yaml');
    await blocks.changeForm('Messages');
    const question = page.getByRole('dialog', { name: 'Change to Messages?' });
    await expect(question).toContainText('This removes the function.');
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    expect(await world.read('prompts/converted.yaml')).toBe(withFunction);
    await blocks.changeForm('Messages');
    await question.getByRole('button', { name: 'Change to Messages' }).click();
    await blocks.notice('Lost in the conversion: the function.').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => world.read('prompts/converted.yaml')).toBe(withFunction);
  });

  await test.step('axe finds nothing serious among blocks of every kind', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await blocks.workbench.choose('mixed');
    await expect(blocks.block(1, 'Search results')).toBeVisible();
    for (const fold of await blocks.editor.locator('summary').all()) await fold.click();
    await expectAccessible(page, 'main');
  });
});
