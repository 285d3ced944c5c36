/** Runs a prompt in the window with a real agent, and then on the command line with another model of the agent. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../chromium.mjs';
import { readWorkbenchLink } from '../workbench-link.mjs';
import { startModel } from './model.mjs';

const run = promisify(execFile);

/**
 * @param {string} cli
 * @param {{ client: string, title: string, prepareRun?(home: string, url: string): Promise<NodeJS.ProcessEnv>,
 *   otherModel?: string, otherModelPattern?: RegExp }} agent
 * @param {NodeJS.ProcessEnv} env
 * @param {string} workspace
 * @param {string} home an existing folder
 */
export async function runInWindow(
  cli,
  { client, title, prepareRun, otherModel = '', otherModelPattern },
  env,
  workspace,
  home,
) {
  const model = await startModel('Said **so**.');
  const variables = {
    ...env,
    HOME: home,
    ...(await prepareRun?.(home, model.url)),
    PROMPT_WORKBENCH_WORKSPACE: workspace,
  };
  const workbench = spawn(process.execPath, [cli, 'open', '--no-browser'], {
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(workbench, 'exit');
  let browser;
  try {
    browser = await chromium.launch({
      executablePath: await ensureChromium(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page = await browser.newPage();
    await page.goto(await readWorkbenchLink(workbench));
    await page.getByRole('row', { name: /say/ }).first().click();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByRole('textbox', { name: /^q/ }).fill('"two words" $1');
    await preview.getByText('Say <"two words" $1>.').waitFor();
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Run', exact: true });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: /Runner$/ }).click();
    await page.getByRole('option', { name: title }).click();
    await panel.getByText(`${title} cannot limit the length of its answer.`).waitFor();
    await preview.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    await panel
      .getByRole('region', { name: `Answer of ${title}` })
      .locator('strong', { hasText: 'so' })
      .waitFor({ timeout: 120_000 });
    const hasPrompt = model.requests.some((body) =>
      body.includes(JSON.stringify('Say <"two words" $1>.').slice(1, -1)),
    );
    if (!hasPrompt) throw new Error('its model did not get the prompt');
    console.log(`${title}: answers in the window, by the Agent Client Protocol (${client})`);
    const command = ['run', 'S', 'say', 'q=x', '--with', client, '--model', otherModel, '--workspace', workspace];
    const { stdout } = await run(process.execPath, [cli, ...command], { env: variables });
    if (!stdout.includes('Said **so**.') || !model.requests.some((request) => otherModelPattern?.test(request)))
      throw new Error(`${otherModel} did not answer`);
    console.log(`${title}: answers by ${otherModel}`);
    return true;
  } catch (error) {
    console.log(`${title}: no answer in the window. ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    await browser?.close();
    workbench.kill('SIGTERM');
    await exit;
    await model.close();
  }
}
