import { addressOf, startHttpClient, startStdioClient, TrafficPage } from '../pages/traffic.ts';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

test('the traffic log shows the requests of the preview, by mouse and by keyboard', async ({ page, world }) => {
  const [workbench, traffic] = [new WorkbenchPage(page), new TrafficPage(page)];
  await workbench.open(await world.start());
  await traffic.open();

  await test.step('the newest of repeated preview requests is shown, and all on request', async () => {
    await workbench.choose('explain');
    for (const topic of ['ink', 'inks', 'inkwells']) {
      await workbench.fillValue('topic', topic);
      await expect(workbench.preview.getByText(topic).first()).toBeVisible();
    }
    await expect(traffic.rows('Preview', 'prompts/get', 'explain', 'ok')).toHaveCount(1);
    await traffic.panel.getByRole('button', { name: 'All previews' }).click();
    await expect(traffic.rows('Preview', 'prompts/get', 'explain', 'ok').nth(2)).toBeVisible();
    await traffic.panel.getByRole('button', { name: 'All previews' }).click();
  });

  await test.step('requests and answers are shown with their JSON', async () => {
    await workbench.choose('explain');
    await workbench.fillValue('topic', 'the colour of ink');
    await expect(traffic.rows('Preview', 'prompts/get', 'explain', 'ok').first()).toBeVisible();
    await traffic.search.fill('colour of ink');
    await expect(traffic.rows('explain').first()).toBeVisible();
    await expect(traffic.rows('initialize')).toHaveCount(0);
    await traffic.choose('prompts/get', 'explain');
    await expect(traffic.message.getByRole('region', { name: 'Request as JSON' })).toContainText('"the colour of ink"');
    await expect(traffic.answer()).toContainText('"messages"');
    await traffic.search.fill('');
  });

  await test.step('axe finds nothing serious in the log, with a message open', async () => {
    await traffic.choose('explain');
    await expect(traffic.answer()).toBeVisible();
    await expectAccessible(page, 'section[aria-label="Traffic"]');
  });

  await test.step('the log can be used by keyboard, searched from the table, and cleared', async () => {
    await workbench.choose('explain');
    await workbench.choose('translate');
    await expect(traffic.rows('translate').first()).toBeVisible();
    await traffic.table.focus();
    await page.keyboard.press('Home');
    await expect(traffic.message.getByRole('heading', { level: 3 })).toContainText('initialize');
    await page.keyboard.press('ArrowDown');
    await expect(traffic.message.getByRole('heading', { level: 3 })).toContainText('notifications/initialized');
    await page.keyboard.press('End');
    await expect(traffic.message.getByRole('heading', { level: 3 })).toContainText('translate');
    await page.keyboard.press('Escape');
    await expect(traffic.message).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(traffic.search).toBeFocused();
    await page.keyboard.type('no such words anywhere');
    await expect(traffic.panel).toContainText('No matches');
    await traffic.panel.getByRole('button', { name: 'Show all messages' }).click();
    await expect(traffic.rows('translate').first()).toBeVisible();
    await traffic.clear();
    await expectAccessible(page, 'section[aria-label="Traffic"]');
  });
});

test('the traffic log shows the client applications, their requests and their lists', async ({ page, world }) => {
  const [workbench, traffic] = [new WorkbenchPage(page), new TrafficPage(page)];
  await workbench.open(await world.start());
  await traffic.open();
  const editor = await startStdioClient(world, 'an-editor');
  const agent = await startHttpClient(world, 'an-agent', await addressOf(page));

  await test.step('clients that start a server and clients at its address are shown by name, with their requests', async () => {
    await expect(traffic.rows('an-editor', 'initialize').first()).toBeVisible();
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    await agent.getPrompt({ name: 'missing' }).catch(() => undefined);
    await expect(traffic.rows('an-editor', 'prompts/get', 'explain', 'ok')).toBeVisible();
    await expect(traffic.rows('an-agent', 'prompts/get', 'missing', '−32602')).toBeVisible();

    await traffic.filter('Client', 'an-editor');
    await expect(traffic.rows('an-agent')).toHaveCount(0);
    await expect(traffic.rows('an-editor').first()).toBeVisible();
    await traffic.filter('Client', 'All clients');
    await traffic.panel.getByRole('button', { name: 'Errors' }).click();
    await expect(traffic.rows()).toHaveCount(1);
    await traffic.choose('missing');
    await expect(traffic.message).toContainText('an-agent 2.0.0 over HTTP');
    await expect(traffic.message).toContainText('There is no prompt named "missing"');
    await traffic.panel.getByRole('button', { name: 'Errors' }).click();
  });

  await test.step('a request is sent again, unchanged and with other values', async () => {
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    await traffic.choose('an-editor', 'explain');
    await traffic.pressAction('Send again');
    await expect(traffic.message).toContainText(/^.*Preview/);
    await expect(traffic.answer()).toContainText('queues');
    await traffic.pressAction('Edit');
    const params = traffic.message.getByRole('textbox', { name: 'Params' });
    await params.fill((await params.inputValue()).replace('queues', 'stacks'));
    await traffic.message.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(traffic.answer()).toContainText('stacks');
  });

  await test.step('a call that asks is one line, with its form and its answer as steps', async () => {
    const answer = { depth: 'fix', question: true, error: 'EADDRINUSE' };
    const askingClient = await startStdioClient(world, 'a-terminal', 'Samples', answer);
    await askingClient.getPrompt({ name: 'explain-error' });
    await expect(traffic.rows('a-terminal', 'prompts/get', 'explain-error', 'ok')).toHaveCount(1);
    await expect(traffic.rows('a-terminal', 'elicitation/create')).toHaveCount(0);
    await traffic.choose('a-terminal', 'explain-error');
    const step = traffic.message.getByRole('region', { name: 'Step 2', exact: true });
    await expect(step).toContainText('elicitation/create');
    await expect(step.getByRole('region', { name: 'Request of step 2 as JSON' })).toContainText('Which error is it');
    await expect(step.getByRole('region', { name: 'Response of step 2 as JSON' })).toContainText('EADDRINUSE');
    await expect(traffic.answer()).toContainText('Give only the fix');
    await expectAccessible(page, 'section[aria-label="Traffic"]');
    await askingClient.close();
  });

  await test.step('the arguments of a client are saved as a sample of its prompt, from any view', async () => {
    await workbench.choose('translate');
    await traffic.clear();
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'red-black trees' } });
    await traffic.choose('an-editor', 'explain');
    await traffic.pressAction('Save as a sample');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('red-black trees');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('From the editor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('Name: From the editor');
    expect(await world.read('prompts/explain.yaml')).toContain('topic: red-black trees');
    await traffic.pressAction('Open prompt');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('explain');
  });

  await test.step('the words of a line that Claude Code sends one by one are one value of the sample', async () => {
    const claude = await startStdioClient(world, 'a-claude', 'Samples', undefined, 'claude-code');
    await claude.getPrompt({ name: 'explain', arguments: { topic: 'wait-free', '2': 'queues' } });
    await traffic.choose('a-claude', 'explain');
    await expect(traffic.message.getByRole('region', { name: 'Request as JSON' })).toContainText('"2"');
    await traffic.pressAction('Save as a sample');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('wait-free queues');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => world.read('prompts/explain.yaml')).toContain('topic: wait-free queues');
    await claude.close();
  });

  await test.step('kept calls are played again after a change, and one becomes a test', async () => {
    const dialog = page.getByRole('dialog', { name: 'Replay real calls' });
    await traffic.panel.getByRole('button', { name: 'Replay' }).click();
    await expect(dialog).toContainText('No calls of this workspace are kept.');
    await dialog.getByRole('radio', { name: 'With values and answers' }).click();
    await expect(dialog.getByRole('radio', { name: 'With values and answers' })).toBeChecked();
    // The open dialog follows the calls.
    await editor.getPrompt({ name: 'explain', arguments: { topic: 'kept calls' } });
    await expect(dialog.getByText(/^1 call of this workspace/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await expect(dialog).toContainText('1 call, 0 would read differently');
    const before = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', before.replace('Explain `topic`', 'Please explain `topic`'));
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Replay' }).click();
      await expect(dialog).toContainText('1 call, 1 would read differently', { timeout: 500 });
    }).toPass();
    const difference = dialog.getByRole('list', { name: 'Calls that would read differently' }).getByRole('listitem');
    await expect(difference).toContainText('an-editor, 1 call');
    await expect(difference.getByRole('region', { name: 'Difference' })).toContainText('Please explain');
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: /Compare with/ }).click();
    await page.getByRole('option', { name: 'A version from the history' }).click();
    await dialog.getByRole('button', { name: /Version/ }).click();
    await page
      .getByRole('option', { name: /prompts\/explain\.yaml/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await expect(difference.getByRole('region', { name: 'Difference' })).toContainText('Please explain');
    await expectAccessible(page, '[role="dialog"]');
    await difference.getByRole('button', { name: 'Keep as a test' }).click();
    const naming = page.getByRole('dialog', { name: 'Keep as a test of explain' });
    await naming.getByRole('button', { name: 'Keep' }).click();
    await expect(naming).toHaveCount(0);
    expect(await world.read('prompts/explain.yaml')).toContain('snapshot: true');
    expect(await world.read('snapshots/Samples/explain/kept calls.txt')).toContain('Please explain kept calls');
    await dialog.getByRole('button', { name: 'Delete kept calls' }).click();
    await expect(dialog).toContainText('No calls of this workspace are kept.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await world.write('prompts/explain.yaml', before);
  });

  await test.step('the page of a server shows how its prompts are used, by the calls that are kept', async () => {
    await workbench.prompt('Samples').first().click();
    await page.getByRole('main').getByRole('tab', { name: 'Clients' }).click();
    const usage = page.getByRole('region', { name: 'Usage' });
    await expect(usage).toContainText('No client application has used this server in this period.');
    for (const topic of ['usage', 'people']) await editor.getPrompt({ name: 'explain', arguments: { topic } });
    const row = usage.getByRole('table', { name: 'Calls by prompt and tool' }).getByRole('row', { name: /^explain/ });
    await expect(async () => {
      await usage.getByRole('button', { name: 'Read again' }).click();
      await expect(row).toContainText(/^explain210/, { timeout: 500 });
    }).toPass();
    await expect(usage).toContainText('Not used: ');
    await expectAccessible(page, 'main');
  });

  await test.step('the page of a server shows its clients, and whether each has the current list', async () => {
    await workbench.prompt('Samples').first().click();
    await page.getByRole('main').getByRole('tab', { name: 'Clients' }).click();
    await expect(traffic.client('an-editor')).toContainText('Has not fetched the list');
    await editor.listPrompts();
    await agent.listPrompts();
    for (const name of ['an-editor', 'an-agent'])
      await expect(traffic.client(name)).toContainText('Has the current list');

    const text = await world.read('prompts/explain.yaml');
    await world.write('prompts/explain.yaml', text.replace('Title: Explain a topic', 'Title: Explain it'));
    for (const name of ['an-editor', 'an-agent'])
      await expect(traffic.client(name)).toContainText('Has an outdated list');
    await editor.listPrompts(undefined, { cacheMode: 'refresh' });
    await expect(traffic.client('an-editor')).toContainText('Has the current list');
    await expect(traffic.client('an-agent')).toContainText('Has an outdated list');
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /1 with an outdated list/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Clients running now' })).toContainText(
      'Reconnect Samples in an-agent',
    );
    await page.keyboard.press('Escape');

    await editor.close();
    await expect(traffic.client('an-editor')).toHaveCount(0);
  });
  await agent.close();
});

test('thousands of messages scroll with few rows drawn, and the newest are followed', async ({ page, world }) => {
  const [workbench, traffic] = [new WorkbenchPage(page), new TrafficPage(page)];
  await workbench.open(await world.start());
  await traffic.open();
  const editor = await startStdioClient(world, 'an-editor');
  await expect(traffic.rows('an-editor', 'initialize').first()).toBeVisible();
  for (let sentCount = 0; sentCount < 2_000; sentCount += 200)
    await Promise.all(Array.from({ length: 200 }, () => editor.ping()));
  await expect(traffic.panel.getByRole('status').first()).toHaveText(/^2,\d{3} messages/);
  await editor.getPrompt({ name: 'explain', arguments: { topic: 'the newest' } });
  await expect(traffic.rows('explain')).toBeInViewport();
  expect(await traffic.table.getByRole('row').count()).toBeLessThan(80);

  // A row in sight: Playwright scrolls to the top of the table to reach the middle of it.
  await traffic.rows('explain').hover();
  await page.mouse.wheel(0, -20_000);
  await expect(traffic.rows('explain')).toHaveCount(0);
  await expect(traffic.rows('ping').first()).toBeVisible();
  const maxRows = await page.evaluate(async () => {
    const scroller = document.querySelector('[role=grid]')?.parentElement;
    let maxRows = 0;
    for (let step = 0; step < 25; step++) {
      if (scroller) scroller.scrollTop -= 1_000;
      await new Promise(requestAnimationFrame);
      maxRows = Math.max(maxRows, document.querySelectorAll('[role=grid] [role=row]').length);
    }
    return maxRows;
  });
  // However far one frame scrolls, the visible rows are drawn, and few others.
  expect(maxRows).toBeLessThan(80);
  await expect(traffic.rows('ping').first()).toBeVisible();
  await traffic.panel.getByRole('button', { name: 'Newest' }).click();
  await expect(traffic.rows('explain')).toBeInViewport();
  await editor.close();
});
