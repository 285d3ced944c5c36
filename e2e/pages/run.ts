import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The run below the preview, and its dialogs. */
export class RunPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  readonly panel: Locator;
  readonly dialog: Locator;
  readonly run: Locator;
  readonly stop: Locator;
  readonly figures: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.panel = page.getByRole('region', { name: 'Run', exact: true });
    this.dialog = page.getByRole('dialog');
    this.run = this.workbench.preview.getByRole('button', { name: 'Run', exact: true });
    this.stop = this.workbench.preview.getByRole('button', { name: 'Stop', exact: true });
    this.figures = this.panel.getByLabel('Figures of the run');
  }

  answerOf(runner: string): Locator {
    return this.panel.getByRole('region', { name: `Answer of ${runner}` });
  }

  async chooseRunner(title: string): Promise<void> {
    await this.panel.getByRole('button', { name: /Runner$/ }).click();
    await this.page.getByRole('option', { name: title }).click();
  }
}
