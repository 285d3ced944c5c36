import { ArgumentsPage } from '../pages/arguments.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressBox } from '../support/press-box.ts';
import { copySamples } from '../support/world.ts';

test('the arguments of a prompt are ordered, renamed, checked, removed and completed', async ({ page, world }) => {
  const workbench = new ArgumentsPage(page);
  const url = await world.start();
  await copySamples(world, {
    ordered: 'translate',
    renamed: 'translate',
    checked: 'translate',
    extended: 'explain',
    completed: 'translate',
    typed: 'translate',
    dated: 'translate',
  });
  const orderedText = await world.read('prompts/ordered.yaml');
  await world.write('prompts/ordered.yaml', orderedText.replace('  - Name: text', '  # Of the answer\n  - Name: text'));
  await workbench.open(url);

  await test.step('arguments are put in order by drag and by keys, and the file keeps its comments', async () => {
    await workbench.choose('ordered');
    await expect.poll(() => workbench.names()).toEqual(['language', 'text']);

    await workbench.drag('text', 'language');
    await expect.poll(() => workbench.names()).toEqual(['text', 'language']);
    await expect(workbench.table.getByRole('status')).toHaveText('Moved text to position 1 of 2');
    await expect
      .poll(() => world.read('prompts/ordered.yaml'))
      .toMatch(/Arguments:\n {2}# Of the answer\n {2}- Name: text[\s\S]+- Name: language\n/);

    await workbench.row('text').getByRole('textbox', { name: 'Description' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => workbench.names()).toEqual(['language', 'text']);
    await expect(workbench.row('text').getByRole('textbox', { name: 'Description' })).toBeFocused();
    await expect(workbench.table.getByRole('status')).toHaveText('Moved text to position 2 of 2');
    // The problems of the former order move the rows when they go.
    await expect(workbench.table.getByText(/only the last argument can/i)).toHaveCount(0);

    await workbench.dragAtOnce('text', 'language');
    await expect.poll(() => workbench.names()).toEqual(['text', 'language']);
    await workbench.row('text').getByRole('textbox', { name: 'Description' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => workbench.names()).toEqual(['language', 'text']);

    const grip = workbench.grip('text');
    await grip.focus();
    await page.keyboard.press('Enter');
    await expect(workbench.table.getByRole('status')).toContainText('Picked up text');
    await page.keyboard.press('ArrowUp');
    await expect(workbench.table.getByRole('status')).toHaveText('Position 1 of 2');
    expect(await workbench.names()).toEqual(['language', 'text']);
    await page.keyboard.press('Enter');
    await expect.poll(() => workbench.names()).toEqual(['text', 'language']);
    await expect(grip).toBeFocused();
  });

  await test.step('a rename also changes the slots and the samples, in one undo step', async () => {
    const original = await world.read('prompts/renamed.yaml');
    await workbench.choose('renamed');
    await workbench.fillValue('language', 'English');
    await workbench.fillValue('text', 'Wer rastet, der rostet.');
    await workbench.name('text').click();
    await page.keyboard.press('End');
    await page.keyboard.type('_to_translate');
    // Nothing happens before the whole name is typed.
    expect(await world.read('prompts/renamed.yaml')).toBe(original);
    await page.keyboard.press('Enter');
    await expect.poll(() => world.read('prompts/renamed.yaml')).toContain('`text_to_translate`');
    const renamedText = await world.read('prompts/renamed.yaml');
    expect(renamedText).toContain('- Name: text_to_translate');
    expect(renamedText).toMatch(/text_to_translate: "?The meeting moves/);
    expect(renamedText).toContain('<text>');
    expect(renamedText).not.toContain('`text`');
    await expect(await workbench.answerAs('Text')).toContainText('Wer rastet, der rostet.');

    await workbench.undo();
    await expect.poll(() => world.read('prompts/renamed.yaml')).toBe(original);
    await expect(workbench.name('text')).toHaveValue('text');
  });

  await test.step('a name that is taken, missing or unusable is reported at its field and breaks nothing', async () => {
    await workbench.choose('checked');
    const original = await world.read('prompts/checked.yaml');
    const field = workbench.name('language');
    const input = await field.elementHandle();
    await field.fill('text');
    await expect(workbench.table).toContainText('Another argument is already called text');
    await page.keyboard.press('Enter');
    await input?.fill('');
    await expect(workbench.table).toContainText('An argument needs a name');
    await page.keyboard.press('Enter');
    expect(await world.read('prompts/checked.yaml')).toBe(original);
    await input?.fill('target language');
    await expect(workbench.table).toContainText('A slot cannot be called target language');
    await page.keyboard.press('Enter');
    // Its slot counts it from now on.
    await expect.poll(() => world.read('prompts/checked.yaml')).toContain('into `1`.');
  });

  await test.step('an unused argument is marked, and removing it can be undone', async () => {
    await workbench.choose('extended');
    await workbench.addArgument();
    await page.keyboard.type('audience');
    await page.keyboard.press('Enter');
    // The mark leaves the room to the name while the field has the focus.
    await page.keyboard.press('Tab');
    await expect(workbench.row('audience').getByText('unused')).toBeVisible();
    await workbench.typeAtEnd('For `audience`.');
    await expect(workbench.row('audience').getByText('unused')).toHaveCount(0);
    await workbench.waitUntilSaved();
    const before = await world.read('prompts/extended.yaml');

    await workbench.row('audience').getByRole('button', { name: 'Remove argument audience' }).click();
    await expect(workbench.row('audience')).toHaveCount(0);
    await expect.poll(() => world.read('prompts/extended.yaml')).not.toContain('Name: audience');
    const notice = page.getByRole('status').filter({ hasText: 'Removed the argument audience.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => world.read('prompts/extended.yaml')).toBe(before);
    await expect(workbench.row('audience')).toBeVisible();
  });

  await test.step('a kind has its control: choices are pasted, a default is picked, and a question depends on them', async () => {
    await workbench.choose('typed');
    const row = workbench.row('language');
    await row.getByRole('button', { name: 'More about argument language' }).click();
    await row.getByRole('button', { name: 'Kind of value' }).click();
    await page.getByRole('option', { name: 'Choice', exact: true }).click();
    await row.getByRole('textbox', { name: 'Choices, one per line' }).fill('French\n\nGerman = Deutsch\nFrench');
    await workbench.waitUntilSaved();
    await row.getByRole('button', { name: 'Default' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await row.getByRole('button', { name: 'Ask for this argument' }).click();
    await page.getByRole('option', { name: 'if missing' }).click();
    await workbench.waitUntilSaved();
    const file = await world.read('prompts/typed.yaml');
    expect(file).toContain('Kind: choice');
    expect(file).toMatch(/Choices:\s+- French\s+- Value: German\s+Title: Deutsch\n/);
    expect(file).toContain('Default: German');
    expect(file).toContain('Ask: missing');
    expect(file).not.toContain('Complete:');

    const text = workbench.row('text');
    await text.getByRole('button', { name: 'More about argument text' }).click();
    await text.getByRole('button', { name: 'Ask only for some values' }).click();
    await expect(text.getByRole('group', { name: 'Asked only when language' })).toContainText('French');
    await workbench.editor.locator('summary', { hasText: 'Questions' }).click();
    await workbench.editor.getByRole('textbox', { name: 'Sentence above the form' }).fill('Which language?');
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/typed.yaml')).toMatch(/AskWhen:\s+language:\s+- French/);
    expect(await world.read('prompts/typed.yaml')).toContain('Message: Which language?');

    const value = page.getByRole('region', { name: 'Argument values' }).getByRole('group', { name: 'language' });
    await value.getByRole('button', { name: 'language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await workbench.fillValue('text', 'Hello');
    await expect(await workbench.answerAs('Messages')).toContainText('German');

    await page.getByRole('button', { name: 'Clear the values' }).click();
    const answer = await workbench.answerAs('Messages');
    await expect(answer).toContainText('A client with forms asks for it first.');
    await answer.getByRole('button', { name: 'Play the dialogue' }).click();
    const dialogue = workbench.preview.getByRole('tabpanel', { name: 'Dialogue' });
    const form = dialogue.getByRole('region', { name: 'Form 1' });
    await expect(form).toContainText('Which language?');
    await expect(form.getByRole('button', { name: 'language' })).toBeFocused();
    await form.getByRole('button', { name: 'language' }).click();
    await page.getByRole('option', { name: 'French' }).click();
    await form.getByRole('button', { name: 'Accept' }).click();
    const secondForm = dialogue.getByRole('region', { name: 'Form 2' });
    await secondForm.getByRole('textbox', { name: 'text' }).fill('Bonjour');
    await secondForm.locator('summary', { hasText: 'JSON-RPC of form 2' }).click();
    await expect(secondForm).toContainText('inputResponses');
    await secondForm.getByRole('button', { name: 'Accept' }).click();
    await dialogue.getByRole('button', { name: 'Preview with these values' }).click();
    await expect(await workbench.answerAs('Messages')).toContainText('Bonjour');
  });

  await test.step('a default is picked from a calendar or from several choices', async () => {
    await workbench.choose('dated');
    const day = workbench.row('language');
    await day.getByRole('button', { name: 'More about argument language' }).click();
    await day.getByRole('button', { name: 'Kind of value' }).click();
    await page.getByRole('option', { name: 'Date', exact: true }).click();
    await expect(day.getByLabel('Default')).toHaveAttribute('type', 'date');
    await day.getByLabel('Default').fill('2026-05-03');
    await expect.poll(() => world.read('prompts/dated.yaml')).toMatch(/Default: ["']?2026-05-03/);

    // Another program removes the default, and so the problem above the pressed button.
    const parts = workbench.row('text');
    const more = parts.getByRole('button', { name: 'More about argument text' });
    await expect(day).toContainText('its Default is never used');
    await more.hover();
    await page.mouse.down();
    await world.write('prompts/dated.yaml', (await world.read('prompts/dated.yaml')).replace(/ +Default: .*\n/, ''));
    await expect(day.getByLabel('Default')).toHaveValue('');
    await page.mouse.up();
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await expect(day).not.toContainText('its Default is never used');

    await parts.getByRole('button', { name: 'Kind of value' }).click();
    await page.getByRole('option', { name: 'Choices', exact: true }).click();
    await parts.getByRole('textbox', { name: 'Choices, one per line' }).fill('intro\nproof = The proof\nend');
    await workbench.waitUntilSaved();
    // A default that the boxes cannot show stays text.
    await parts.getByRole('textbox', { name: 'Default' }).fill('');
    const defaults = parts.getByRole('group', { name: 'Default' });
    // The window checks a box only after the draft has changed, which `check` does not wait for.
    const end = defaults.getByRole('checkbox', { name: 'end' });
    await pressBox(end);
    await expect(end).toBeChecked();
    await pressBox(defaults.getByRole('checkbox', { name: 'The proof' }));
    await expect.poll(() => world.read('prompts/dated.yaml')).toMatch(/Default:\s+(- proof\s+- end|\[proof, end\])/);
    await pressBox(end);
    await pressBox(defaults.getByRole('checkbox', { name: 'The proof' }));
    await expect.poll(() => world.read('prompts/dated.yaml')).not.toMatch(/- proof\s+- end/);
  });

  await test.step('completions of a value are set in its row', async () => {
    await workbench.choose('completed');
    const row = workbench.row('language');
    await row.getByRole('button', { name: 'More about argument language' }).click();
    await row.getByRole('radio', { name: 'Values' }).click();
    await row.getByRole('textbox', { name: 'Values, one per line' }).fill('English\nJapanese');
    await expect.poll(() => world.read('prompts/completed.yaml')).toMatch(/Complete:[\s\S]+English[\s\S]+Japanese/);
    await row.getByRole('radio', { name: 'Files' }).click();
    await row.getByRole('textbox', { name: 'Pattern for workspace files' }).fill('languages/*.txt');
    await expect.poll(() => world.read('prompts/completed.yaml')).toContain('Files: languages/*.txt');
  });
});

test('slots in the text follow the arguments, in the form and in the YAML view', async ({ page, world }) => {
  const workbench = new ArgumentsPage(page);
  const url = await world.start();
  await copySamples(world, { typed: 'translate', widened: 'explain', followed: 'translate', broken: 'translate' });
  await workbench.open(url);

  await test.step('slots have the hue of their argument, wherever it is', async () => {
    await workbench.choose('translate');
    const chip = (name: string) => workbench.slots().filter({ hasText: name });
    await expect(chip('language')).toHaveAttribute('data-thread', '1');
    await expect(workbench.row('language')).toHaveAttribute('data-thread', '1');
    await expect(chip('text')).toHaveAttribute('data-thread', '2');
    await chip('language').hover();
    await expect(page.getByRole('tooltip')).toContainText('The language to translate into');
  });

  await test.step('slots are offered after a backtick, with their descriptions', async () => {
    await workbench.choose('typed');
    await workbench.typeAtEnd('Once more: `');
    await expect(workbench.completions).toHaveText(['language', 'text']);
    await page.keyboard.type('la');
    await expect(workbench.completions).toHaveText(['language']);
    await expect(page.getByText('The language to translate into').last()).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('.');
    await expect.poll(() => world.read('prompts/typed.yaml')).toContain('Once more: `language`.');
    // A backtick that ends a piece of code offers nothing, so that Enter is a line break.
    await page.keyboard.type(' Run `f(x)`');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Done.');
    await expect.poll(() => world.read('prompts/typed.yaml')).toMatch(/`f\(x\)`\n +Done\./);
  });

  await test.step('a slot without an argument offers to create it: above the text, and at its place', async () => {
    await workbench.choose('widened');
    await workbench.typeAtEnd('For `audience`.');
    await workbench.table.getByRole('button', { name: 'Add argument audience' }).click();
    await expect(workbench.row('audience')).toBeVisible();
    await workbench.fillValue('topic', 'queues');
    await workbench.fillValue('audience', 'children');
    await expect(await workbench.answerAs('Text')).toContainText('For children.');

    await workbench.typeAtEnd(' In `style`');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ControlOrMeta+.');
    await workbench.completions.filter({ hasText: 'Add argument style' }).click();
    await expect(workbench.row('style')).toBeVisible();
    await expect(workbench.promptText).toBeFocused();
    await expect.poll(() => world.read('prompts/widened.yaml')).toContain('Name: style');
  });

  await test.step('the form and the YAML view follow each other', async () => {
    await workbench.choose('followed');
    await workbench.rename('language', 'tongue');
    await workbench.view('YAML').click();
    await expect(workbench.yamlText).toContainText('- Name: tongue');
    await expect(workbench.yamlText).toContainText('into `tongue`.');
    await workbench.yamlText.getByText('Description: The language to translate into').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', in English');
    await workbench.view('Form').click();
    await expect(workbench.row('tongue').getByRole('textbox', { name: 'Description' })).toHaveValue(
      'The language to translate into, in English',
    );
    await expect.poll(() => world.read('prompts/followed.yaml')).toContain('into, in English');
  });

  await test.step('the YAML view underlines errors and offers the valid keys', async () => {
    await workbench.choose('broken');
    await workbench.view('YAML').click();
    await workbench.yamlText.getByText('Description: The text to translate').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('C');
    await expect(workbench.completions).toHaveText(['Choices', 'Complete']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('Name: broken\nDescription: [\n');
    await expect(workbench.yamlText.locator('.cm-lintRange-error')).not.toHaveCount(0);
  });
});

test('text is not used while an input method composes it, and a function is completed and checked', async ({
  page,
  world,
}) => {
  const workbench = new ArgumentsPage(page);
  const url = await world.start();
  await copySamples(world, { composed: 'explain', 'composed-fields': 'explain' });
  await workbench.open(url);

  await test.step('composing with an input method writes, offers and runs nothing until it ends', async () => {
    await workbench.choose('composed');
    const before = await world.read('prompts/composed.yaml');
    await workbench.promptText.click();
    await page.keyboard.press('ControlOrMeta+End');
    await workbench.compose(['に', 'にほ', 'にほん']);
    await expect(workbench.promptText).toContainText('にほん');
    await workbench.waitUntilSaved();
    expect(await world.read('prompts/composed.yaml')).toBe(before);
    await workbench.endComposing('日本');
    await expect.poll(() => world.read('prompts/composed.yaml')).toContain('日本');
    expect(await world.read('prompts/composed.yaml')).not.toContain('にほん');
  });

  await test.step('composing in a field, a cell or a value writes and previews nothing until it ends', async () => {
    await workbench.choose('composed-fields');
    const file = () => world.read('prompts/composed-fields.yaml');
    const title = workbench.editor.getByRole('textbox', { name: 'Title', exact: true }).first();
    const cell = workbench.row('topic').getByRole('textbox', { name: 'Description' });
    for (const field of [title, cell, workbench.value('topic')]) {
      await field.fill('');
      await workbench.waitUntilSaved();
      const before = await file();
      await field.focus();
      await workbench.compose(['に', 'にほ', 'にほん']);
      await expect(field).toHaveValue('にほん');
      await workbench.waitUntilSaved();
      expect(await file()).toBe(before);
      await workbench.endComposing('日本');
      await expect(field).toHaveValue('日本');
    }
    await expect.poll(async () => (await file()).split('日本').length - 1).toBe(2);
    await expect(await workbench.answerAs('Text')).toContainText('日本');
    await expect(await workbench.answerAs('Text')).not.toContainText('にほん');
  });

  await test.step('a function is completed with its arguments and its context, and shows its log lines', async () => {
    await workbench.choose('compare');
    await workbench.fillValue('options', 'tea, coffee');
    await workbench.writeFunction("export default (args, context) => {\n  context.log('asked for', args.options);\n  ");
    await page.keyboard.type('return args.');
    await expect(workbench.completions).toHaveText([/^options/, /^purpose/]);
    // By mouse: a key right after the list opens counts as typing.
    await workbench.completions.first().click();
    await page.keyboard.type(';\n}');
    await expect(await workbench.answerAs('Text')).toContainText('tea, coffee');
    await expect(workbench.log).toContainText('asked for tea, coffee');
  });

  await test.step('the dialogue plays the forms of a function, each of which depends on the earlier answers', async () => {
    await workbench.choose('compare');
    await workbench.fillValue('options', 'tea, coffee');
    await workbench.writeFunction(
      [
        'export default async ({ options }, context) => {',
        "const fields = [{ name: 'drink', kind: 'choice', choices: options.split(', '), required: true }];",
        "const chosen = await context.ask({ message: 'Which of these?', fields });",
        "const more = await context.ask({ message: 'How many of ' + chosen.drink + '?', fields: [{ name: 'cups', kind: 'integer' }] });",
        "return chosen.drink + ' × ' + more.cups;",
        '}',
      ].join('\n'),
    );
    const dialogue = await workbench.answerAs('Dialogue');
    const firstForm = dialogue.getByRole('region', { name: 'Form 1' });
    await expect(firstForm).toContainText('Which of these?');
    await firstForm.getByRole('button', { name: 'drink' }).click();
    await page.getByRole('option', { name: 'coffee' }).click();
    await firstForm.getByRole('button', { name: 'Accept' }).click();
    const secondForm = dialogue.getByRole('region', { name: 'Form 2' });
    await expect(secondForm).toContainText('How many of coffee?');
    await secondForm
      .getByRole('spinbutton', { name: 'cups' })
      .or(secondForm.getByRole('textbox', { name: 'cups' }))
      .fill('2');
    await secondForm.getByRole('button', { name: 'Accept' }).click();
    await expect(dialogue.getByRole('region', { name: 'End of the dialogue' })).toContainText('Nothing is left to ask');
    await dialogue.getByRole('button', { name: 'Start again' }).click();
    await dialogue.getByRole('region', { name: 'Form 1' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogue.getByRole('region', { name: 'End of the dialogue' })).toContainText('was cancelled');
  });

  await test.step('a function that fails is underlined where it failed', async () => {
    await workbench.choose('compare');
    await workbench.fillValue('options', 'tea, coffee');
    await workbench.writeFunction(
      "export default ({ options }) => {\n  throw new Error('No taste for ' + options);\n}",
    );
    await expect(workbench.preview).toContainText('No taste for tea, coffee');
    await expect(workbench.functionCode.locator('.cm-lintRange-error')).not.toHaveCount(0);
    await workbench.writeFunction('export default ({ options }) => { return options.');
    await expect(workbench.functionCode.locator('.cm-lintRange-error')).not.toHaveCount(0);
  });
});

test('a key typed in one of 300 arguments redraws only its row', async ({ page, world }) => {
  const names = Array.from({ length: 300 }, (_, index) => `value${index}`);
  await world.write('servers/Large.yaml', 'Name: Large\nMCPPrompts: [Many]\n');
  await world.write(
    'prompts/Many.yaml',
    [
      'Name: many',
      'Arguments:',
      ...names.flatMap((name) => [`  - Name: ${name}`, '    Description: One of many']),
      'Content:',
      `  StringTemplate: "${names.map((name) => `\`${name}\``).join(' ')}"`,
      '',
    ].join('\n'),
  );
  const workbench = new ArgumentsPage(page);
  await workbench.open(await world.start());
  await workbench.choose('many');
  const description = workbench.row('value150').getByRole('textbox', { name: 'Description' });
  await description.click();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    new PerformanceObserver((list) => frames.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'long-animation-frame',
    });
  });
  const typedText = ', as it is typed';
  await page.keyboard.type(typedText, { delay: 80 });
  await expect.poll(() => world.read('prompts/Many.yaml')).toContain(`One of many${typedText}`);
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  // A redraw of all rows takes from 600 to 2,000 ms for each key; one row takes less than a tenth of that.
  expect(frames.filter((durationMs) => durationMs > 400).length).toBeLessThan(typedText.length / 2);
});
