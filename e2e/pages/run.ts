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
  readonly comparison: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.panel = page.getByRole('region', { name: 'Run', exact: true });
    this.dialog = page.getByRole('dialog');
    this.run = this.workbench.preview.getByRole('button', { name: 'Run', exact: true });
    this.stop = this.workbench.preview.getByRole('button', { name: 'Stop', exact: true });
    this.figures = this.panel.getByLabel('Figures of the run');
    this.comparison = this.dialog.getByRole('region', { name: 'Answers side by side' });
  }

  answerOf(runner: string): Locator {
    return this.panel.getByRole('region', { name: `Answer of ${runner}` });
  }

  async chooseMore(
    action:
      | 'Compare answers…'
      | 'Compare with the last version'
      | 'What reaches the models…'
      | 'Earlier answers…'
      | 'Runners…',
  ) {
    await this.panel.getByRole('button', { name: 'More about runs' }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async closeDialog(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  }

  /** The cell of a row (1 first) and a column (1 first) of the comparison. */
  cell(row: number, column: number): Locator {
    return this.comparison
      .getByRole('row')
      .nth(row)
      .getByRole('cell')
      .nth(column - 1);
  }

  /** Chooses what the cells of the comparison show. */
  async showCells(cellContent: string): Promise<void> {
    await this.dialog.getByRole('button', { name: /What the cells show$/ }).click();
    await this.page.getByRole('option', { name: cellContent }).click();
  }

  /** The mark of a prompt in an agent. */
  check(prompt: string, agent: string): Locator {
    return this.dialog.getByRole('button', { name: `${prompt} in ${agent}: ` });
  }
}
