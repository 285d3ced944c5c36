import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { startModelStandIn } from './model-stand-in.ts';
import { RunPage } from './pages/run.ts';

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
  await view.workbench.open(await world.start());
  await view.workbench.choose('greet');
  await view.workbench.give('name', 'Ada');

  await test.step('The first run says what goes where, and a refusal sends nothing', async () => {
    await run.click();
    await expect(dialog.getByRole('heading', { name: 'Run with stand-in?' })).toBeVisible();
    await expect(dialog).toContainText(new URL(model.address).host);
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(model.asked).toEqual([]);
  });

  await test.step('The answer streams below the preview, with its figures', async () => {
    await view.workbench.value('name').press('ControlOrMeta+Enter');
    await dialog.getByRole('button', { name: 'Agree and run' }).click();
    await expect.poll(() => model.open()).toBe(1);
    expect(model.asked).toEqual(['Hello, Ada!']);
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

  await test.step('A run stops at once and keeps what had arrived', async () => {
    await view.workbench.value('name').press('ControlOrMeta+Enter');
    await expect.poll(() => model.open()).toBe(1);
    model.say('One moment');
    await expect(runs.answerOf('stand-in')).toContainText('One moment');
    await stop.click();
    await expect(panel.getByRole('status').filter({ hasText: 'stopped' })).toBeVisible();
    await expect(runs.answerOf('stand-in')).toContainText('One moment');
    await expect.poll(() => model.open()).toBe(0);
  });

  await test.step('An error is one sentence, with what the service said behind it', async () => {
    model.refuse(503);
    await run.click();
    await expect(panel.getByRole('alert')).toBeVisible();
    await expect(panel).not.toContainText('"error"');
    await panel.getByText('What stand-in said').click();
    await expect(panel).toContainText('"error"');
    await expectAccessible(page);
  });
  await model.close();
});
