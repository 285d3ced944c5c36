/**
 * Takes the screenshots in docs/screenshots again from the real product, each page in both themes:
 * `node tools/screenshot.mjs [WIDTHxHEIGHT [FOLDER [PAGE…]]]`. The pages `desktop-by-stand-in` and `desktop-connect-by-stand-in`
 * show the built desktop app, run by the stand-in for Electron, which draws no title bar and no menu. It uses a temporary
 * workspace, state folder and home folder, the built command line, and a real Chromium.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { readWorkbenchLink } from './workbench-link.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const panes = (page) => ({
  list: page.getByRole('treegrid', { name: 'Servers and prompts' }),
  editor: page.getByRole('main', { name: 'Editor' }),
  preview: page.getByRole('complementary', { name: 'Preview' }),
});

/** Each page brought into a state that says something, then pictured. */
const pages = {
  async prompt(page) {
    await fillFromSample(page, 'translate', 'Into Japanese');
    await page.getByRole('heading', { name: 'translate', level: 2 }).click();
  },
  async messages(page) {
    await choose(page, 'chart-style');
    const { editor, preview } = panes(page);
    await editor.locator('.cm-content', { hasText: 'Write the code for a chart' }).waitFor();
    await preview.getByRole('button', { name: 'Fill with examples' }).click();
    await preview.getByRole('img').first().waitFor();
  },
  async function(page) {
    await choose(page, 'compare');
    const { preview } = panes(page);
    await preview.getByRole('button', { name: 'Fill with examples' }).click();
    await preview.getByRole('list', { name: 'Messages' }).getByText('PostgreSQL').first().waitFor();
    // The first call has started the sandbox, which is not what a call takes.
    await preview.getByRole('textbox').first().fill('PostgreSQL,SQLite,DuckDB,MariaDB');
    await preview.getByRole('list', { name: 'Messages' }).getByText('MariaDB').first().waitFor();
    await page.getByRole('heading', { name: 'compare', level: 2 }).click();
  },
  async source(page) {
    await fillFromSample(page, 'translate', 'Into Japanese');
    await panes(page).editor.getByRole('radio', { name: 'YAML' }).click();
    await panes(page).editor.getByText('StringTemplate').first().waitFor();
  },
  async server(page) {
    await choose(page, 'Samples');
    await panes(page).editor.getByRole('button', { name: 'New prompt' }).waitFor();
  },
  async catalogue(page) {
    await choose(page, 'Samples');
    await panes(page).editor.getByRole('button', { name: 'Add existing prompt' }).click();
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  },
  async tool(page) {
    await choose(page, 'count-words');
    await page
      .getByRole('textbox', { name: 'text', exact: true })
      .fill('Wer rastet, der rostet. Wer schreibt, der bleibt.');
    await page.getByRole('button', { name: 'Call the tool' }).click();
    await page.getByText('Structured content').waitFor();
    // The trial of a tool may be drawn before its form.
    await panes(page).editor.getByRole('textbox').first().waitFor();
  },
  async search(page) {
    await page.getByRole('treegrid').getByRole('row', { name: 'WolframLanguage', exact: true }).click();
    await page.keyboard.press('ArrowRight');
    await choose(page, 'Search');
    const query = panes(page).preview.getByRole('textbox').first();
    await query.fill('How do I plot a function of two variables?');
    const tab = panes(page).preview.getByRole('tab', { name: 'Search' });
    await tab.click();
    await panes(page).preview.getByRole('list', { name: 'Passages by rank' }).waitFor();
  },
  async history(page) {
    const { editor } = panes(page);
    await choose(page, 'explain');
    await editor.getByRole('button', { name: 'Edit details' }).click();
    // The arguments have descriptions too; the prompt's comes first once its details are open.
    await editor.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    const description = editor.getByRole('textbox', { name: 'Description', exact: true }).first();
    await description.fill('Explains a topic to a colleague who is new to it, with one example');
    await page.getByRole('contentinfo').getByText('Saved', { exact: true }).waitFor();
    await editor.getByRole('radio', { name: 'History' }).click();
    await editor.getByText('Description').first().waitFor();
  },
  async traffic(page) {
    await fillFromSample(page, 'translate', 'Into Japanese');
    await page.keyboard.press('ControlOrMeta+j');
    await page
      .getByRole('grid', { name: 'Messages' })
      .getByRole('row')
      .filter({ hasText: /prompts\/get.*translate/ })
      .last()
      .click();
  },
  async connect(page) {
    await fillFromSample(page, 'translate', 'Into Japanese');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Connect/ })
      .click();
    await page.getByRole('combobox', { name: 'Project folder' }).fill(join(home, 'Project'));
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByText('mcpServers').first().waitFor();
    await page.getByRole('listbox', { name: /suggestions/i }).waitFor({ state: 'hidden' });
  },
  async skills(page) {
    await choose(page, 'review-code');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('Install skill');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Skills of Samples' });
    await dialog.getByRole('combobox', { name: 'Project folder' }).fill(join(home, 'Project'));
    await page.keyboard.press('Tab');
    await dialog.getByText('Will create').waitFor();
    await page.getByRole('listbox', { name: /suggestions/i }).waitFor({ state: 'hidden' });
  },
  async 'skill-fields'(page) {
    await choose(page, 'review-code');
    await page.getByRole('button', { name: 'Edit details' }).click();
    await page.getByRole('textbox', { name: 'When to use it' }).scrollIntoViewIfNeeded();
  },
  async clients(page) {
    await fillFromSample(page, 'translate', 'Into Japanese');
    await panes(page).preview.getByRole('tab', { name: 'Clients' }).click();
    await panes(page).preview.getByRole('tabpanel', { name: 'Clients' }).getByRole('listitem').first().waitFor();
  },
  async inspect(page) {
    const { editor, preview } = panes(page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Inspect another server…' }).click();
    const dialog = page.getByRole('dialog');
    const server = join(app, 'dist', 'cli.cjs');
    await dialog
      .getByRole('textbox', { name: 'Command' })
      .fill(`node "${server}" serve Samples --workspace "${join(home, 'Prompt Workbench')}"`);
    await dialog.getByRole('button', { name: 'Start the program' }).click();
    await editor.getByRole('option').filter({ hasText: 'commit-message' }).first().waitFor();
    await editor.getByText('translate', { exact: true }).click();
    await preview.getByRole('textbox').first().fill('Japanese');
    await preview.getByRole('textbox').nth(1).fill('The meeting moves to Thursday at three.');
    await preview.getByRole('button', { name: 'Get the prompt' }).click();
    await preview.getByRole('list', { name: 'Messages' }).waitFor();
  },
  async share(page) {
    await choose(page, 'Samples');
    await panes(page).editor.getByRole('tab', { name: 'Clients' }).click();
    await panes(page).editor.getByRole('button', { name: 'Share…' }).click();
    await page.getByRole('dialog').getByText('Total').waitFor();
  },
  async help(page) {
    await page.keyboard.press('F1');
    await page.getByRole('dialog').getByRole('searchbox').fill('slot');
    await page.getByRole('dialog').getByRole('list', { name: 'Matches' }).getByRole('button').first().click();
    await page.getByRole('dialog').locator('mark').first().waitFor();
  },
  async find(page) {
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await page.getByRole('combobox').fill('language');
    await page.getByRole('option').first().waitFor();
  },
  async palette(page) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('option').first().waitFor();
  },
};

async function choose(page, name) {
  const { list, editor } = panes(page);
  await list.getByRole('row', { name, exact: true }).first().click();
  await editor.getByRole('heading', { name, level: 2 }).waitFor();
}

async function fillFromSample(page, prompt, sample) {
  await choose(page, prompt);
  await panes(page)
    .preview.getByRole('button', { name: /^Sample values/ })
    .click();
  await page.getByRole('button', { name: `Fill from the sample ${sample}` }).click();
  await panes(page).preview.getByText('Japanese', { exact: true }).first().waitFor();
  await panes(page).preview.getByText('tokens').first().waitFor();
}

/** All panes are in sight, which a page needs until it is in its state: a narrow window shows one at a time. */
const wideSize = { width: 1280, height: 800 };

const isWanted = (name) => only.length === 0 || only.includes(name);

async function takePicture(page, name, colorScheme, bring) {
  await panes(page).list.getByRole('row').first().waitFor();
  await panes(page).editor.locator('.cm-content').first().waitFor();
  await bring(page);
  await page.setViewportSize({ width, height });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
}

async function takePictures(colorScheme) {
  for (const [name, bring] of Object.entries(pages)) {
    if (!isWanted(name)) continue;
    const page = await browser.newPage({ viewport: wideSize, colorScheme });
    await page.addInitScript(() => localStorage.setItem('prompt-workbench', JSON.stringify({ toured: true })));
    // Each link opens one page; another start prints the next one.
    await page.goto(await readWorkbenchLink(startWorkbench()));
    await takePicture(page, name, colorScheme, bring);
    await page.close();
  }
}

const desktopPages = { 'desktop-by-stand-in': pages.prompt, 'desktop-connect-by-stand-in': pages.connect };

/** Starts a new app for each picture, with the theme of the system. */
async function takeDesktopPictures(colorScheme) {
  for (const [name, bring] of Object.entries(desktopPages)) {
    if (!isWanted(name)) continue;
    const control = join(home, 'control');
    const program = spawn(process.execPath, [join(root, 'tools', 'electron-stand-in', 'electron'), app], {
      env: {
        ...process.env,
        HOME: home,
        PROMPT_WORKBENCH_STATE: join(home, 'desktop state'),
        PROMPT_WORKBENCH_WORKSPACE: join(home, 'Desktop', 'Prompt Workbench'),
        ELECTRON_STAND_IN_CONTROL: control,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let command;
    while (!command) command = await connectControl(control);
    await command('systemTheme', { isDark: colorScheme === 'dark' });
    let endpoint;
    while (!endpoint) endpoint = await command('endpoint');
    const connection = await chromium.connectOverCDP(endpoint, { noDefaults: true });
    const page = connection.contexts()[0].pages()[0];
    await page.setViewportSize(wideSize);
    await page.addInitScript(() => localStorage.setItem('prompt-workbench', JSON.stringify({ toured: true })));
    await page.reload();
    await takePicture(page, name, colorScheme, bring);
    await connection.close();
    program.kill();
    await once(program, 'exit');
  }
}

/** @returns what sends one command to the stand-in; undefined if it does not listen yet */
async function connectControl(path) {
  const socket = connect(path);
  const isOpen = await once(socket, 'connect').catch(() => undefined);
  if (!isOpen) return new Promise((resolve) => setTimeout(resolve, 50));
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  return async (name, params = {}) => {
    socket.write(`${JSON.stringify({ id: 1, name, params })}\n`);
    const { value, error } = JSON.parse((await replies.next()).value);
    if (error) throw new Error(error);
    return value;
  };
}

const [size = '1280x800', folder = join(root, 'docs', 'screenshots'), ...only] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
mkdirSync(folder, { recursive: true });
await build();
const home = mkdtempSync(join(tmpdir(), 'prompt-workbench-'));
mkdirSync(join(home, 'Project'));
// In a separate place, because its path is in some of the pictures.
const app = join(home, 'app');
for (const part of ['dist', 'samples', 'package.json']) cpSync(join(root, part), join(app, part), { recursive: true });
const startWorkbench = () =>
  spawn(
    process.execPath,
    [join(app, 'dist', 'cli.cjs'), 'open', '--no-browser', '--workspace', join(home, 'Prompt Workbench')],
    {
      env: { ...process.env, HOME: home, PROMPT_WORKBENCH_STATE: join(home, 'state') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
const workbench = startWorkbench();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await readWorkbenchLink(workbench);
  for (const theme of ['light', 'dark']) {
    await takePictures(theme);
    await takeDesktopPictures(theme);
  }
} finally {
  await browser.close();
  workbench.kill();
  await once(workbench, 'exit');
  rmSync(home, { recursive: true, force: true });
}
