import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** An announcement stays for some seconds, even after the button that names it is gone. */
const announcedSelector = '[data-live-announcer]';

/**
 * Expects that axe finds nothing serious, in the dark and in the light theme. The themes differ in colours alone, so all
 * other rules run once. The page is left in the light theme.
 * @param scope selector of the part to check; the whole page by default
 */
export async function expectAccessible(page: Page, scope = 'html'): Promise<void> {
  // Evaluated by the debugger, because the page's content security policy forbids foreign scripts.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  for (const [colorScheme, rules] of [
    ['dark', { runOnly: ['color-contrast'] }],
    ['light', {}],
  ] as const satisfies readonly (readonly [string, RunOptions])[]) {
    await page.emulateMedia({ colorScheme });
    // Without passes: describing every correct element takes longer than running the rules.
    const options = { ...rules, resultTypes: ['violations'] } satisfies RunOptions;
    const run = `axe.run(${JSON.stringify({ include: [scope], exclude: [announcedSelector] })}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
    const violations = await page.evaluate<Result[]>(run);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const findings = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(findings, `${colorScheme} theme`).toEqual([]);
  }
}
