import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { freePort } from '../../src/team/testing/free-port.ts';
import { RunPage } from '../pages/run.ts';
import { Shell } from '../pages/shell.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { startModelStandIn } from '../support/model-stand-in.ts';

const greet = `Name: greet
Arguments:
  - { Name: name, Required: true }
Content:
  StringTemplate: "Hello, \`name\`!"
Samples:
  - { Name: Ada, Arguments: { name: Ada } }
  - { Name: Bob, Arguments: { name: Bob } }
`;

test('a prompt runs beside its preview: asked first, streamed, stopped, and refused in one sentence (stand-in for a model)', async ({
  page,
  world,
}) => {
  test.slow();
  const model = await startModelStandIn();
  const { run, panel, dialog, stop, ...view } = new RunPage(page);
  const runs = new RunPage(page);
  await world.write('prompts/greet.yaml', greet);
  await world.write('servers/Docs.yaml', 'Name: Docs\nMCPPrompts: [greet]\n');
  await mkdir(join(world.state, 'run'), { recursive: true });
  const runners = [{ id: 'stand-in', address: model.address, model: 'stand-in-model' }];
  await writeFile(join(world.state, 'run', 'runners.json'), JSON.stringify({ runners }));
  const bin = join(world.state, '..', 'bin');
  await mkdir(bin, { recursive: true });
  const agent = join(process.cwd(), 'src', 'run', 'testing', 'acp-echo-agent.mjs');
  const start = `exec '${process.execPath}' '${agent}' asks '${join(bin, 'log')}'`;
  await writeFile(join(bin, 'gemini'), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  world.env.PATH = `${bin}${delimiter}${world.env.PATH}`;
  await view.workbench.open(await world.start());
  await view.workbench.choose('greet');
  await view.workbench.fillValue('name', 'Ada');

  await test.step('the first run says what goes where, and a refusal sends nothing', async () => {
    await run.click();
    await expect(dialog.getByRole('heading', { name: 'Run with stand-in?' })).toBeVisible();
    await expect(dialog).toContainText(new URL(model.address).host);
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(model.questions).toEqual([]);
  });

  await test.step('the answer streams below the preview, with its figures', async () => {
    await view.workbench.value('name').press('ControlOrMeta+Enter');
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    await expect.poll(() => model.countOpen()).toBe(1);
    expect(model.questions).toEqual(['Hello, Ada!']);
    await expect(panel.getByText('Waiting for stand-in…')).toBeVisible();
    model.say('Good ');
    await expect(runs.answerOf('stand-in')).toHaveText('Good ');
    model.say('**morning**');
    await expect(runs.answerOf('stand-in')).toHaveText('Good **morning**');
    model.finish();
    await expect(runs.answerOf('stand-in').locator('strong')).toHaveText('morning');
    await expect(view.figures).toContainText('Tokens in1,234');
    await expect(view.figures).toContainText('Cost$0.0012');
    await expectAccessible(page);
  });

  await test.step('a press keeps the answer as what a test expects, and one step of undo takes it back', async () => {
    const before = await world.read('prompts/greet.yaml');
    await panel.getByRole('button', { name: 'Keep as expected answer' }).click();
    const notice = page.getByText('Kept as the test “Answer”.');
    await expect(notice).toBeVisible();
    expect(await world.read('prompts/greet.yaml')).toBe(
      `${before}Tests:\n  - Name: Answer\n    Sample: Ada\n    Answer:\n      Expect:\n        - equals: Good **morning**\n`,
    );
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => world.read('prompts/greet.yaml')).toBe(before);
  });

  await test.step('in a low window and above the dock, a run is in sight as soon as it starts', async () => {
    const dock = page.getByRole('contentinfo').getByRole('button', { name: 'Traffic' });
    await page.setViewportSize({ width: 1024, height: 700 });
    await dock.click();
    // The dock has taken its place only now.
    await expect(page.getByRole('region', { name: 'Traffic' })).toBeVisible();
    await expect(panel).toBeInViewport({ ratio: 0.5 });
    await view.workbench.value('name').scrollIntoViewIfNeeded();
    await run.click();
    await expect(panel).toBeInViewport({ ratio: 0.5 });
    await stop.click();
    await dock.click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a run stops at once and keeps what had arrived', async () => {
    await view.workbench.value('name').press('ControlOrMeta+Enter');
    await expect.poll(() => model.countOpen()).toBe(1);
    model.say('One moment');
    await expect(runs.answerOf('stand-in')).toContainText('One moment');
    await stop.click();
    await expect(panel.getByRole('status').filter({ hasText: 'stopped' })).toBeVisible();
    await expect(runs.answerOf('stand-in')).toContainText('One moment');
    await expect.poll(() => model.countOpen()).toBe(0);
  });

  await test.step('a person sets the time limit that ends a run, and the number of tokens that ends its answer', async () => {
    await panel.getByRole('button', { name: 'Limits of runs' }).click();
    const limits = page.getByRole('dialog', { name: 'Limits of runs' });
    await limits.getByRole('textbox', { name: 'Time limit' }).fill('0');
    await limits.getByRole('textbox', { name: 'Length of an answer' }).fill('77');
    await expect(limits).toContainText('Enter a whole number from 1 to 3,600 seconds.');
    await limits.getByRole('textbox', { name: 'Time limit' }).fill('1');
    await page.keyboard.press('Enter');
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await run.click();
    await expect(panel.getByText('stand-in had not finished after 1 second')).toBeVisible();
    expect(model.getLastRequest()).toMatchObject({ max_tokens: 77 });
    await expect.poll(() => model.countOpen()).toBe(0);
    await panel.getByRole('button', { name: 'Limits of runs' }).click();
    await limits.getByRole('textbox', { name: 'Time limit' }).fill('');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(limits).toHaveCount(0);
  });

  await test.step('an error is one sentence, followed by the words of the service', async () => {
    model.refuse(503);
    await run.click();
    await expect(panel.getByRole('alert')).toBeVisible();
    await expect(panel).not.toContainText('"error"');
    await panel.getByText('What stand-in said').click();
    await expect(panel).toContainText('"error"');
    await expectAccessible(page);
  });

  await test.step('the window says what the runner cannot receive before it runs', async () => {
    const audio = '{Type: audio, Data: aGk=, MimeType: audio/wav}';
    await world.write(
      'prompts/greet.yaml',
      `Name: greet\nArguments: [{Name: name}]\nContent: {Messages: [{Role: user, Content: [Hi, ${audio}]}]}\n`,
    );
    await expect(panel.getByText('Message 2: stand-in does not get the audio (audio/wav).')).toBeVisible();
  });

  await test.step('an agreement is taken back, and a price is set', async () => {
    await runs.chooseMore('Runners…');
    const row = dialog.getByRole('listitem').filter({ hasText: 'stand-in' });
    await expect(row).toContainText('you have agreed');
    await dialog.getByRole('button', { name: 'Revoke the agreement to stand-in' }).click();
    await expect(row).not.toContainText('you have agreed');
    await dialog.getByText('Prices', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Model' }).last().fill('my-model');
    await dialog.getByRole('textbox', { name: '$ per million in' }).fill('1.5');
    await dialog.getByRole('textbox', { name: '$ per million out' }).fill('6');
    await dialog.getByRole('button', { name: 'Set price' }).click();
    await expect(dialog.getByRole('row', { name: /^my-model \$1\.5 \$6 / })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await runs.closeDialog();
    await run.click();
    await expect(dialog.getByRole('heading', { name: 'Run with stand-in?' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a permission that an agent asks for is given once, refused, or given for its run only', async () => {
    await panel.getByRole('button', { name: /Runner$/ }).click();
    await page.getByRole('option', { name: 'Gemini CLI' }).click();
    await run.click();
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    const question = panel.getByRole('status').filter({ hasText: 'wants to' });
    await expect(question).toContainText('Gemini CLI wants to run a command: rm -rf \\u{202e}.');
    await expect(question).toContainText('command: rm -rf .');
    await expect(question.getByRole('timer')).toContainText(/^Refused in (60|5\d) s$/);
    await expect(question.getByRole('button')).toHaveText(['No, thanks', 'Yes, once', 'Allow for this run']);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Yes, once' }).click();
    await expect(runs.answerOf('Gemini CLI')).toHaveText('once ');
    await question.getByRole('button', { name: 'No, thanks' }).click();
    await expect(runs.answerOf('Gemini CLI')).toHaveText('once no');
    await expect(panel.getByRole('list', { name: 'What it asked for' }).getByRole('listitem')).toHaveText([
      /^Wanted to run a command .*: you allowed it\.$/,
      /^Wanted to run a command .*: you refused it\.$/,
    ]);
    await run.click();
    await question.getByRole('button', { name: 'Allow for this run' }).click();
    await expect(runs.answerOf('Gemini CLI')).toHaveText('once once');
    await run.click();
    await expect(question).toBeVisible();
    await stop.click();
    await expect(question).toHaveCount(0);
  });
  await model.close();
});

/** `claude` that sends what Claude Code sends for this line, after its own note, to the address that it is given. */
const claude = `#!${process.execPath}
if (process.argv[2] === '--version') { console.log('9.8.7 (Claude Code)'); process.exit(0); }
let input = '';
process.stdin.on('data', (chunk) => { input += chunk; });
process.stdin.on('end', () => {
  const line = JSON.parse(input).message.content;
  const [command, ...words] = line.split(' ');
  const given = words.join(' ');
  const tag = (name, text) => '<' + name + '>' + text + '</' + name + '>\\n';
  const args = given === '' ? '' : tag('command-args', given);
  const heading = tag('command-message', command.slice(1)) + tag('command-name', command) + args;
  const text = command.endsWith('__greet') ? 'Hello, ' + given + '! Good day!' : 'See you';
  const content = ['<system-reminder>Be kind.</system-reminder>', heading, text].map((text) => ({ type: 'text', text }));
  if (command.endsWith('__slow')) return setInterval(() => {}, 1000);
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', body }).then((answer) => answer.text());
});
`;

test('answers are compared by version, runner and sample, and what reaches an agent is checked (stand-ins for a model and an agent)', async ({
  page,
  world,
}) => {
  test.slow();
  const model = await startModelStandIn();
  model.echo();
  const runs = new RunPage(page);
  const { workbench, dialog } = runs;
  await world.write('prompts/greet.yaml', greet);
  await world.write(
    'servers/Docs.yaml',
    'Name: Docs\nMCPPrompts:\n  - greet\n  - { Name: bye, Content: Bye }\n  - { Name: slow, Content: Wait }\n',
  );
  const bin = join(world.state, '..', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'claude'), claude, { mode: 0o755 });
  world.env.PATH = `${bin}${delimiter}${world.env.PATH}`;
  await workbench.open(await world.start());
  await workbench.choose('greet');
  await workbench.fillValue('name', 'Eve');
  await new Shell(page).runCommand('Runners…');

  await test.step('an address is added with a name, and a wrong name is reported', async () => {
    await dialog.getByText('Add an address').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My Model');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(model.address);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('A name has at most 40 lower-case letters');
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('stand-in');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'stand-in' })).toContainText('ready');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'OpenAI API' })).toContainText('needs a key');
    const port = await freePort();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('late');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/v1`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const lateRunner = dialog.getByRole('listitem').filter({ hasText: `127.0.0.1:${port}` });
    await expect(lateRunner).toContainText("add the right address to the window's list of runners");
    const service = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve));
    await lateRunner.getByRole('button', { name: 'Look again for late' }).click();
    await expect(lateRunner).toContainText('ready');
    await expect(lateRunner.getByRole('button', { name: 'Look again for late' })).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('late');
    await expect(dialog.getByText(`Replaces late at http://127.0.0.1:${port}/v1.`)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Remove late' }).click();
    await new Promise((resolve) => service.close(resolve));
    // Nothing listens at one address, and nothing was sent to the other.
    for (const [name, address, words] of [
      ['silent', 'http://127.0.0.1:9/v1', 'does not answer'],
      ['elsewhere', 'https://models.invalid/v1', 'not tried'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(words);
      // The pressed button is gone: the dialog keeps the focus.
      await dialog.getByRole('button', { name: `Remove ${name}` }).click();
      await expect(dialog.getByRole('listitem').filter({ hasText: address })).toHaveCount(0);
      await expect(dialog).toBeFocused();
    }
    await expectAccessible(page, '[role=dialog]');
    await runs.closeDialog();
  });

  await test.step('a former version, the editor and each sample are answered side by side', async () => {
    await runs.run.click();
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    await expect(runs.answerOf('stand-in')).toContainText('HELLO, EVE!');
    await workbench.typeAtEnd(' Good day!');
    await workbench.waitUntilSaved();
    await runs.chooseMore('Compare answers…');
    await expect(runs.comparison.getByRole('columnheader')).toHaveCount(2);
    await dialog.getByRole('button', { name: /Version of column 1$/ }).click();
    await page.getByRole('option').last().click();
    await dialog.getByRole('button', { name: /Runner of column 2$/ }).click();
    await page.getByRole('option', { name: 'stand-in' }).click();
    await dialog.getByRole('button', { name: 'Run all 6' }).click();
    await expect(runs.cell(1, 1)).toContainText('HELLO, EVE!');
    await expect(runs.cell(1, 2)).toContainText('HELLO, EVE! GOOD DAY!');
    await expect(runs.cell(3, 1)).toContainText('HELLO, BOB!');
    await expect(runs.cell(3, 2)).toContainText('HELLO, BOB! GOOD DAY!');
    await runs.showCells('Show differences from column 1');
    await expect(runs.cell(2, 2).locator('ins')).toHaveText(' GOOD DAY!');
    await runs.showCells('Show differences from column 2');
    await expect(runs.cell(2, 1).locator('del')).toHaveText(' GOOD DAY!');
    await expect(runs.cell(2, 2).locator('del')).toHaveCount(0);
    await expectAccessible(page, '[role=dialog]');
    await runs.closeDialog();
  });

  await test.step('one press compares the last version with the editor', async () => {
    await runs.chooseMore('Compare with the last version');
    await expect(runs.cell(1, 1)).toContainText('HELLO, EVE!');
    await expect(runs.cell(1, 2)).toContainText('HELLO, EVE! GOOD DAY!');
    await expect(runs.comparison.getByRole('checkbox', { name: 'Ada' })).not.toBeChecked();
    await runs.closeDialog();
  });

  await test.step('all runs are kept until they are cleared', async () => {
    await runs.chooseMore('Earlier answers…');
    await expect(dialog.getByRole('listitem')).toHaveCount(9);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'earlier version' })).toHaveCount(4);
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Clear all' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await runs.closeDialog();
  });

  await test.step('what reached an agent is shown with its origins, as simulated or not, and a series stops', async () => {
    await runs.chooseMore('What reaches the models…');
    await dialog.getByRole('button', { name: 'Check greet' }).click();
    await expect(runs.check('greet', 'Claude Code')).toContainText('as simulated');
    await expect(dialog).toContainText('with 9.8.7');
    await expect(dialog.locator('[data-origin="argument name"]')).toHaveText('Eve');
    await dialog.getByRole('button', { name: 'Check all prompts' }).click();
    await expect(runs.check('bye', 'Claude Code')).toContainText('differs');
    await expect(runs.check('slow', 'Claude Code')).toContainText('checking…');
    await expect(dialog.getByRole('status').filter({ hasText: '2 of 3 checked' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByRole('button', { name: 'Check all prompts' })).toBeVisible();
    await expect(runs.check('slow', 'Claude Code')).toContainText('not checked');
    await runs.check('bye', 'Claude Code').click();
    await expect(dialog).toContainText('"See you" instead of "Bye"');
    await expectAccessible(page, '[role=dialog]');
    await runs.closeDialog();
    await workbench.preview.getByRole('tab', { name: 'Clients' }).click();
    await expect(workbench.preview.getByText('Reaches its model as simulated: checked by you on')).toBeVisible();
  });

  await test.step('the page of a server checks all its prompts', async () => {
    await page.getByRole('row', { name: 'Docs', exact: true }).first().click();
    await page.getByRole('tab', { name: 'Clients' }).first().click();
    await page.getByRole('button', { name: 'Check with the agents on this computer…' }).click();
    await expect(runs.check('greet', 'Claude Code')).toContainText('as simulated');
    await dialog.getByRole('button', { name: 'Check all prompts' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: '2 of 3 checked' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expectAccessible(page, '[role=dialog]');
    await runs.closeDialog();
  });
  await model.close();
});
