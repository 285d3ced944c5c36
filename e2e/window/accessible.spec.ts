import type { Page } from '@playwright/test';
import { WorkbenchPage } from '../pages/workbench-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

/** The elements whose style moves or fades something for more than 10 ms. */
function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (times: string) => times.split(',').map((time) => Number.parseFloat(time));
    const movingElements = [...document.querySelectorAll('*')].filter((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      const animations = animationName === 'none' ? [] : seconds(animationDuration);
      return [...animations, ...seconds(transitionDuration)].some((duration) => duration > 0.01);
    });
    return [...new Set(movingElements.map(({ localName, className }) => `${localName}.${className}`))];
  });
}

test('everything can be reached by keyboard, and axe finds nothing serious at any window size', async ({
  page,
  world,
}) => {
  const workbench = new WorkbenchPage(page);
  await workbench.open(await world.start());

  await test.step('everything can be reached by keyboard alone', async () => {
    await page.getByRole('searchbox', { name: 'Filter prompts' }).fill('trans');
    await page.keyboard.press('ArrowDown');
    await expect(workbench.list.getByRole('row', { name: 'translate', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workbench.editor.getByRole('heading', { level: 2 })).toHaveText('translate');
    const reachedNames: string[] = [];
    for (let step = 0; step < 120; step += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40) ?? '';
      });
      reachedNames.push(name);
      if (name === 'Connect') break;
    }
    expect(reachedNames).toContain('Connect');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Connect' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Filter prompts' }).fill('');
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    await test.step(`axe finds nothing serious at ${viewport.width} by ${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      for (const name of ['translate', 'suggest-names', 'compare']) {
        await workbench.choose(name);
        await expectAccessible(page);
      }
      const connect = await workbench.openConnect();
      await expectAccessible(page);
      await connect.close();
    });
  }

  await test.step('the cursor of an editor blinks, but not for a person who prefers reduced motion', async () => {
    await workbench.choose('translate');
    const cursor = workbench.promptText.locator('xpath=../*[contains(@class, "cm-cursorLayer")]');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await workbench.promptText.click();
    await expect(cursor).toHaveCSS('visibility', 'visible');
    await page.clock.runFor(700);
    await expect(cursor).toHaveCSS('visibility', 'hidden');
    await page.keyboard.press('End');
    await expect(cursor).toHaveCSS('visibility', 'visible');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Home');
    await page.clock.runFor(700);
    await expect(cursor).toHaveCSS('visibility', 'visible');
    await page.clock.resume();
  });

  await test.step('nothing moves for a person who prefers reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const connect = await workbench.openConnect();
    expect(await findMotion(page)).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findMotion(page)).toEqual([]);
    await connect.close();
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    expect(await findMotion(page)).toEqual([]);
  });
});
