import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, test } from './fixtures.ts';
import { startHttpClient, startStdioClient, WireLogPage } from './pages/wire-log.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

test.describe('the wire log', () => {
  test('shows what the preview asks and gets, with the JSON of both', async ({ page, world }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    await workbench.choose('explain');
    await workbench.give('topic', 'the colour of ink');
    await expect(wire.rows('Preview', 'prompts/get', 'explain', 'ok').first()).toBeVisible();
    await wire.search.fill('colour of ink');
    await expect(wire.rows('explain').first()).toBeVisible();
    await expect(wire.rows('initialize')).toHaveCount(0);
    await wire.choose('prompts/get', 'explain');
    await expect(wire.message.getByRole('region', { name: 'Request as JSON' })).toContainText('"the colour of ink"');
    await expect(wire.answer()).toContainText('"messages"');
  });

  test('shows of what the preview repeats while one types the newest, and all of it when asked', async ({
    page,
    world,
  }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    await workbench.choose('explain');
    for (const topic of ['ink', 'inks', 'inkwells']) {
      await workbench.give('topic', topic);
      await expect(workbench.preview.getByText(topic).first()).toBeVisible();
    }
    await expect(wire.rows('Preview', 'prompts/get', 'explain', 'ok')).toHaveCount(1);
    await wire.panel.getByRole('button', { name: 'Every preview' }).click();
    await expect(wire.rows('Preview', 'prompts/get', 'explain', 'ok').nth(2)).toBeVisible();
  });

  test('shows clients that start a server and clients at its address, by name, with what they asked', async ({
    page,
    world,
  }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    const address = await page
      .getByRole('contentinfo')
      .getByText(/http:\/\/127\.0\.0\.1/)
      .textContent();
    const editor = await startStdioClient(world, 'an-editor');
    const agent = await startHttpClient(world, 'an-agent', address ?? '');
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    await agent.getPrompt({ name: 'nobody' }).catch(() => undefined);
    await expect(wire.rows('an-editor', 'prompts/get', 'explain', 'ok')).toBeVisible();
    await expect(wire.rows('an-agent', 'prompts/get', 'nobody', '−32602')).toBeVisible();

    await wire.filter('Client', 'an-editor');
    await expect(wire.rows('an-agent')).toHaveCount(0);
    await expect(wire.rows('an-editor').first()).toBeVisible();
    await wire.filter('Client', 'All clients');
    await wire.panel.getByRole('button', { name: 'Errors' }).click();
    await expect(wire.rows()).toHaveCount(1);
    await wire.choose('nobody');
    await expect(wire.message).toContainText('an-agent 2.0.0 over HTTP');
    await expect(wire.message).toContainText('There is no prompt named "nobody"');
    await Promise.all([editor.close(), agent.close()]);
  });

  test('says on the page of a server who is connected, and whether each has the current list', async ({
    page,
    world,
  }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await workbench.prompt('Samples').first().click();
    const address = await page
      .getByRole('contentinfo')
      .getByText(/http:\/\/127\.0\.0\.1/)
      .textContent();
    const editor = await startStdioClient(world, 'an-editor');
    const agent = await startHttpClient(world, 'an-agent', address ?? '');
    await expect(wire.client('an-editor')).toContainText('Has not fetched the list');
    await editor.listPrompts();
    await agent.listPrompts();
    for (const name of ['an-editor', 'an-agent']) await expect(wire.client(name)).toContainText('Has the current list');

    const text = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', text.replace('Title: Explain a topic', 'Title: Explain it'));
    for (const name of ['an-editor', 'an-agent']) await expect(wire.client(name)).toContainText('Has an outdated list');
    await editor.listPrompts(undefined, { cacheMode: 'refresh' });
    await expect(wire.client('an-editor')).toContainText('Has the current list');
    await expect(wire.client('an-agent')).toContainText('Has an outdated list');

    await editor.close();
    await expect(wire.client('an-editor')).toHaveCount(0);
    await agent.close();
  });

  test('sends a request again, as it was and with other values', async ({ page, world }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    const editor = await startStdioClient(world, 'an-editor');
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    await wire.choose('an-editor', 'explain');
    await wire.act('Send again');
    await expect(wire.message).toContainText(/^.*Preview/);
    await expect(wire.answer()).toContainText('queues');
    await wire.act('Edit');
    const params = wire.message.getByRole('textbox', { name: 'Params' });
    await params.fill((await params.inputValue()).replace('queues', 'stacks'));
    await wire.message.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(wire.answer()).toContainText('stacks');
    await editor.close();
  });

  test('keeps what a client asked with as a sample of its prompt, wherever one is looking', async ({ page, world }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await workbench.choose('translate');
    await wire.open();
    const editor = await startStdioClient(world, 'an-editor');
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'red-black trees' } });
    await wire.choose('an-editor', 'explain');
    await wire.act('Save as a sample');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('red-black trees');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('From the editor');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Name: From the editor');
    expect(await world.read('prompts/explain.yaml')).toContain('topic: red-black trees');
    await wire.act('Open prompt');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('explain');
    await editor.close();
  });

  test('is walked with the keys, searched from the table, and cleared', async ({ page, world }) => {
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    await workbench.choose('explain');
    await workbench.choose('translate');
    await expect(wire.rows('translate').first()).toBeVisible();
    await wire.table.focus();
    await page.keyboard.press('Home');
    await expect(wire.message.getByRole('heading', { level: 3 })).toContainText('initialize');
    await page.keyboard.press('ArrowDown');
    await expect(wire.message.getByRole('heading', { level: 3 })).toContainText('notifications/initialized');
    await page.keyboard.press('End');
    await expect(wire.message.getByRole('heading', { level: 3 })).toContainText('translate');
    await page.keyboard.press('Escape');
    await expect(wire.message).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(wire.search).toBeFocused();
    await page.keyboard.type('no such words anywhere');
    await expect(wire.panel).toContainText('No matches');
    await wire.panel.getByRole('button', { name: 'Show all messages' }).click();
    await expect(wire.rows('translate').first()).toBeVisible();
    await wire.panel.getByRole('button', { name: 'Clear' }).click();
    await expect(wire.panel).toContainText('No traffic yet');
  });

  test('50,000 messages scroll with few rows drawn, and the newest are followed', async ({ page, world }) => {
    test.setTimeout(120_000);
    const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
    await workbench.open(await world.start());
    await wire.open();
    const editor = await startStdioClient(world, 'an-editor');
    await expect(wire.rows('an-editor', 'initialize').first()).toBeVisible();
    for (let sent = 0; sent < 51_000; sent += 50) await Promise.all(Array.from({ length: 50 }, () => editor.ping()));
    await expect(wire.panel.getByRole('status').first()).toHaveText('50,000 messages', { timeout: 60_000 });
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'the newest' } });
    await expect(wire.rows('explain')).toBeInViewport();
    expect(await wire.table.getByRole('row').count()).toBeLessThan(80);

    await wire.table.hover();
    await page.mouse.wheel(0, -400_000);
    await expect(wire.rows('explain')).toHaveCount(0);
    await expect(wire.rows('ping').first()).toBeVisible();
    const most = await page.evaluate(async () => {
      const scroller = document.querySelector('[role=grid]')?.parentElement;
      let most = 0;
      for (let step = 0; step < 90; step++) {
        if (scroller) scroller.scrollTop -= 3_000;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, document.querySelectorAll('[role=grid] [role=row]').length);
      }
      return most;
    });
    // However far it is scrolled in one frame: what is seen is drawn, and little else.
    expect(most).toBeLessThan(80);
    await expect(wire.rows('ping').first()).toBeVisible();
    await wire.panel.getByRole('button', { name: 'Newest' }).click();
    await expect(wire.rows('explain')).toBeInViewport();
    await editor.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible in the ${colorScheme} theme, with a message open and empty`, async ({ browser, world }) => {
      // The content security policy forbids foreign scripts to the page itself; axe is let past it, nothing else.
      const context = await browser.newContext({ colorScheme, bypassCSP: true });
      const page = await context.newPage();
      const [workbench, wire] = [new WorkbenchPage(page), new WireLogPage(page)];
      await workbench.open(await world.start());
      await workbench.choose('explain');
      await wire.open();
      await page.addScriptTag({ path: axeFile });
      const findings = async () => {
        const results = await page.evaluate<AxeResults>('axe.run(\'section[aria-label="Traffic"]\')');
        return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      };
      await wire.choose('explain');
      await expect(wire.answer()).toBeVisible();
      expect(await findings()).toEqual([]);
      await wire.panel.getByRole('button', { name: 'Clear' }).click();
      await expect(wire.panel).toContainText('No traffic yet');
      expect(await findings()).toEqual([]);
      await context.close();
    });
});
