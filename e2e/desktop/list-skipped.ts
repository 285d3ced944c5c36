import type { Reporter, TestCase } from '@playwright/test/reporter';
import { browserHostOnly } from '../support/fixtures.ts';

/** Lists the tests that only the browser host can pass, each with its reason, at the end of a run in the desktop app. */
export default class ListSkipped implements Reporter {
  private readonly lines = new Set<string>();

  onTestEnd({ title, annotations }: TestCase): void {
    for (const { type, description } of annotations)
      if (type === browserHostOnly) this.lines.add(`  ${title}: ${description}`);
  }

  onEnd(): void {
    if (this.lines.size > 0) console.log(['\nNot in the desktop app:', ...this.lines].join('\n'));
  }
}
