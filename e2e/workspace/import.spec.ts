import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { installStandInKernel } from '../../src/wolfram/testing/stand-in-kernel.ts';
import { ImportPage } from '../pages/import.ts';
import { Shell } from '../pages/shell.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { allowReadingClipboard, expect, test } from '../support/fixtures.ts';
import { pressBox } from '../support/press-box.ts';
import { root, type World } from '../support/world.ts';

const workspace = 'Name: Team\nMCPPrompts:\n  - hello\n';

async function open(page: ImportPage, world: World): Promise<void> {
  await world.write('servers/Team.yaml', workspace);
  await world.write('prompts/hello.yaml', 'Name: hello\nTitle: Hello\nContent: Hello\n');
  await page.workbench.open(await world.start());
  await page.workbench.choose('Team');
}

const custom = `generateCustomPrompt[args_Association] := Module[{name},
    name = args["name"];
    "Custom content for " <> name
];

CreateMCPServer["MyServer", <|
    "MCPPrompts" -> {
        <| "Name" -> "Greet", "Arguments" -> {<| "Name" -> "name", "Required" -> True |>},
           "Content" -> StringTemplate["Hello, \`name\`! Welcome to the Wolfram Language."] |>,
        <| "Name" -> "Custom", "Arguments" -> {<| "Name" -> "name", "Required" -> True |>}, "Content" -> generateCustomPrompt |>
    },
    "Model" -> "gpt-4o"
|>]`;

/** A minimal server with one prompt that requires the token. */
async function startGuardedServer(token: string): Promise<{ url: string; close(): void }> {
  const answers: Record<string, unknown> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { prompts: {} },
      serverInfo: { name: 'guarded', version: '1' },
    },
    'prompts/list': { prompts: [{ name: 'secret' }] },
    'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'Open.' } }] },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { id, method } = body === '' ? {} : JSON.parse(body);
    const isAllowed = request.headers.authorization === `Bearer ${token}`;
    const result = answers[method];
    response.writeHead(isAllowed ? (result ? 200 : id === undefined ? 202 : 400) : 401, {
      'content-type': 'application/json',
    });
    response.end(isAllowed && result ? JSON.stringify({ jsonrpc: '2.0', id, result }) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() };
}

test('an import shows what it creates and loses, and nothing changes before it is confirmed', async ({
  page,
  world,
}) => {
  const imports = new ImportPage(page);
  await open(imports, world);
  await allowReadingClipboard(page);

  await test.step('files that are dropped on the list can keep their placeholders unchanged', async () => {
    await imports.drop(imports.workbench.list, [{ name: 'haiku.md', text: 'Write a haiku about {{topic}}.\n' }]);
    const haikuItem = imports.item('haiku');
    await haikuItem.getByText('Show the file: prompts/haiku.yaml').click();
    await expect(haikuItem).toContainText('Write a haiku about `topic`.');
    await pressBox(haikuItem.getByRole('checkbox', { name: 'Leave {{topic}} as text' }));
    await expect(haikuItem).toContainText('Write a haiku about <*"{{topic}}"*>.');
    await imports.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(imports.dialog).toBeHidden();
    expect(await world.read('servers/Team.yaml')).toBe(workspace);
  });

  await test.step('an unreadable place is reported, and another one can be tried', async () => {
    await imports.openByKey();
    await imports.fillAndPress('Or a full path', '/no/such/place', 'Continue');
    await expect(imports.dialog.getByRole('alert')).toContainText('There is no file or folder /no/such/place');
    await imports.chooseKind('Text');
    await imports.fillAndPress('Text', 'CreateMCPServer["S", <|"MCPPrompts" -> {', 'Continue');
    await expect(imports.dialog).toContainText('This { is not closed: add } where it ends.');
    await expect(imports.dialog).toContainText('pasted.wl:1:40');
    await expect(imports.dialog).toContainText('Not imported: pasted.wl.');
    await expect(imports.dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await imports.dialog.getByRole('button', { name: 'Import from elsewhere' }).click();
    await expect(imports.dialog.getByRole('radio', { name: 'Files' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(imports.dialog).toBeHidden();
  });

  await test.step('each slot of a pasted text is an argument or stays text', async () => {
    await imports.openByKey();
    await imports.chooseKind('Text');
    await imports.fillAndPress('Text', 'Explain {{topic}}. Answer as JSON like {status}.', 'Continue');
    const pastedItem = imports.item('pasted');
    await pastedItem.getByText('Show the file: prompts/pasted.yaml').click();
    await expect(pastedItem).toContainText('Explain `topic`. Answer as JSON like `status`.');
    const slots = pastedItem.getByRole('group', { name: 'Leave as text' });
    await pressBox(slots.getByRole('checkbox', { name: '{status}', exact: true }));
    await expect(pastedItem).toContainText('Explain `topic`. Answer as JSON like <*"{status}"*>.');
    await pastedItem.getByRole('textbox', { name: 'Name' }).fill('as-json');
    await expect(imports.item('as-json')).toContainText('Show the file: prompts/as-json.yaml');
    await page.keyboard.press('Escape');
    await expect(imports.dialog).toBeHidden();
  });

  await test.step('a server at an address that requires a token says so, and is read with it', async () => {
    const { url, close } = await startGuardedServer('sesame');
    await imports.openByKey();
    await imports.chooseKind('MCP server');
    await imports.fillAndPress('Address', url, 'Read prompts');
    await expect(imports.dialog).toContainText('needs a valid token (HTTP 401): enter it with the address');
    await imports.dialog.getByRole('button', { name: 'Import from elsewhere' }).click();
    await imports.chooseKind('MCP server');
    await imports.dialog.getByRole('textbox', { name: 'Token, if the server needs one' }).fill('sesame');
    await imports.fillAndPress('Address', url, 'Read prompts');
    await expect(imports.item('secret')).toBeVisible();
    close();
    await page.keyboard.press('Escape');
    await expect(imports.dialog).toBeHidden();
  });

  await test.step('a server is copied as Wolfram Language, after a list of its losses', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    const shell = new Shell(page);
    await shell.query.fill('copy the server as wolfram');
    await expect(shell.options.first()).toContainText('Copy the server as Wolfram Language');
    await page.keyboard.press('Enter');
    await expect(imports.dialog).toContainText('The title "Hello" is left out');
    await expectAccessible(page, '[role=dialog]');
    await imports.dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(imports.dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copiedText = await page.evaluate(() => navigator.clipboard.readText());
    expect(copiedText).toMatch(/^CreateMCPServer\["Team", <\|\n {2}"MCPPrompts" -> \{/);
    await page.keyboard.press('Escape');
    await expect(imports.dialog).toBeHidden();
  });

  await test.step('a Claude Code folder is imported by its path, as one change that can be undone', async () => {
    const commands = join(world.project, '.claude', 'commands');
    await mkdir(commands, { recursive: true });
    await writeFile(
      join(commands, 'fix-issue.md'),
      '---\ndescription: Fix an issue\nargument-hint: [issue] [priority]\nmodel: opus\n---\nFix issue #$1 with priority $2.\n',
    );
    await writeFile(join(commands, 'hello.md'), 'Say hello to $ARGUMENTS.\n');

    await imports.openByKey();
    // The text that was typed and not imported is still there.
    await expect(imports.dialog.getByRole('textbox', { name: 'Text' })).not.toHaveValue('');
    await imports.chooseKind('Files');
    await imports.fillAndPress('Or a full path', join(world.project, '.claude'), 'Continue');
    await expect(imports.dialog.getByRole('checkbox', { name: '2 definitions' })).toBeFocused();
    await expect(imports.item('fix-issue')).toContainText('model is left out: a prompt does not choose the model.');
    await expect(imports.item('hello')).toContainText('Its file is named hello-2: hello is taken.');
    await expect(imports.item('hello')).toContainText('It is named hello-2: the server already lists hello.');
    await imports.item('fix-issue').getByText('Show the file: prompts/fix-issue.yaml').click();
    await expect(imports.item('fix-issue')).toContainText('Fix issue #`issue` with priority `priority`.');
    await expectAccessible(page, '[role=dialog]');
    expect(await world.read('servers/Team.yaml')).toBe(workspace);

    await pressBox(imports.item('hello').getByRole('checkbox', { name: 'hello' }));
    await imports.dialog.getByRole('button', { name: 'Import it' }).click();
    await expect(imports.dialog).toBeHidden();
    await expect(imports.workbench.prompt('fix-issue').first()).toBeVisible();
    expect(await world.read('servers/Team.yaml')).toBe(`${workspace}  - fix-issue\n`);
    expect(await world.read('prompts/fix-issue.yaml')).toContain('Fix issue #`issue` with priority `priority`.');
    await expect(world.read('prompts/hello-2.yaml')).rejects.toThrow();

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => world.read('servers/Team.yaml')).toBe(workspace);
    await expect.poll(() => world.read('prompts/fix-issue.yaml').catch(() => 'gone')).toBe('gone');
  });
});

test('code, folders and running servers become prompts of the workspace', async ({ page, world }) => {
  const imports = new ImportPage(page);
  await open(imports, world);

  await test.step('Wolfram Language that is pasted into the window becomes a server, and its losses are named', async () => {
    await imports.paste(custom);
    await expect(imports.item('MyServer')).toContainText('Model is left out');
    await imports.dialog.getByRole('button', { name: 'Import it' }).click();
    await expect(imports.dialog).toBeHidden();
    await imports.workbench.choose('Greet');
    await imports.workbench.fillValue('name', 'Ada');
    await expect(await imports.workbench.answerAs('Text')).toContainText(
      'Hello, Ada! Welcome to the Wolfram Language.',
    );

    await imports.workbench.choose('Custom');
    await expect(imports.workbench.editor).toContainText('generateCustomPrompt[args_Association] :=');
    await imports.workbench.fillValue('name', 'Ada');
    await expect(imports.workbench.preview).toContainText('There is no Wolfram kernel on this computer');
  });

  await test.step('the prompts of a running server are imported as templates, into a server of the same name', async () => {
    await imports.openByKey();
    await imports.chooseKind('MCP server');
    const script = join(root, 'src/import/server/testing/server.mjs');
    await imports.fillAndPress(
      'Or a command that starts the server',
      `"${process.execPath}" "${script}" reviewer`,
      'Start and read prompts',
    );
    await expect(imports.dialog.getByRole('status').filter({ hasText: 'Start this program?' })).toContainText(script);
    await imports.dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(imports.dialog).toContainText("The server's tools are left out");
    await expect(imports.dialog.getByRole('button', { name: 'The server that lists them' })).toContainText(
      'reviewer-server',
    );
    await imports.dialog.getByRole('button', { name: 'Import 2' }).click();
    await expect(imports.dialog).toBeHidden();
    await imports.workbench.choose('review');
    await imports.workbench.fillValue('code', 'let x');
    await expect(await imports.workbench.answerAs('Text')).toContainText('Review with a focus on correctness:');
    expect(await world.read('servers/reviewer-server.yaml')).toContain('- review\n  - static');
  });

  await test.step('a folder that is dropped on the window gives its prompt files, and reports unreadable ones', async () => {
    await imports.workbench.choose('Team');
    const project = join(world.project, 'app');
    await mkdir(join(project, '.github', 'prompts'), { recursive: true });
    await mkdir(join(project, '.claude', 'commands', 'db'), { recursive: true });
    await writeFile(join(project, 'README.md'), '# App\n');
    await writeFile(join(project, 'logo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    await writeFile(
      join(project, '.github', 'prompts', 'plan.prompt.md'),
      Buffer.from(`\ufeffPlan \${input:what}`, 'utf16le'),
    );
    await writeFile(join(project, '.claude', 'commands', 'db', 'migrate.md'), 'Migrate $1\r\n');
    await writeFile(join(project, 'binary.prompt'), Buffer.from([0, 1, 2, 3]));
    await writeFile(join(project, 'large.prompt'), 'x'.repeat(5_000_001));
    await imports.dropFrom(project, imports.workbench.list);
    await expect(imports.item('db-migrate')).toContainText('It is now named db-migrate: prompts have no folders.');
    await expect(imports.item('plan')).toContainText('app/.github/prompts/plan.prompt.md');
    await expect(imports.items.getByRole('checkbox')).toHaveCount(2);
    await expect(imports.dialog).toContainText('app/README.md is left out, because nothing marks it as a prompt');
    await expect(imports.dialog).toContainText('It is not UTF-8 or UTF-16 text: save it in one of these encodings.');
    await expect(imports.dialog).toContainText('It is larger than 5 MB: split it.');
    await expect(imports.dialog).not.toContainText('logo.png');
    await imports.dialog.getByRole('button', { name: 'Import 2' }).click();
    await expect(imports.dialog).toBeHidden();
    expect(await world.read('prompts/plan.yaml')).toContain('Plan `what`');
    expect(await world.read('servers/Team.yaml')).toContain('- db-migrate\n');
  });
});

test('Wolfram code runs after permission, and asks again after every change', async ({ page, world }) => {
  const answer = "return { status: 'text', text: 'Made by the kernel' };";
  world.env.PROMPT_WORKBENCH_WOLFRAMSCRIPT = await installStandInKernel(world.project, answer);
  await world.write(
    'servers/Team.yaml',
    'Name: Team\nMCPPrompts:\n  - Name: made\n    Content: {Function: {Wolfram: \'"x" &\'}}\n',
  );
  const imports = new ImportPage(page);
  const { editor, preview } = imports.workbench;
  await imports.workbench.open(await world.start({ isRestricted: true }));
  await imports.workbench.choose('made');
  await expect(preview).toContainText('runs Wolfram Language');
  await editor.getByRole('button', { name: 'Allow this code' }).click();
  await expect(preview).toContainText('Made by the kernel');
  await editor.getByRole('textbox', { name: 'Wolfram Language' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  await expect(editor.getByRole('button', { name: 'Allow this code' })).toBeVisible();
  await expect(preview).toContainText('runs Wolfram Language');
});
