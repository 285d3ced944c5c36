import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The search report, in the preview of a prompt or beside a source. */
export class SearchPage {
  readonly workbench: WorkbenchPage;
  readonly passages: Locator;
  readonly budget: Locator;

  constructor(page: Page) {
    this.workbench = new WorkbenchPage(page);
    const { preview } = this.workbench;
    this.passages = preview.getByRole('list', { name: 'Passages by rank' }).locator(':scope > li');
    this.budget = preview.getByRole('slider', { name: 'Budget' });
  }

  get query(): Locator {
    return this.workbench.preview.getByRole('textbox', { name: 'Query' });
  }

  /** The first folder or file of a documentation source. */
  get firstFolder(): Locator {
    return this.workbench.editor.getByRole('combobox', { name: 'Folder or file 1' });
  }

  get newFolder(): Locator {
    return this.workbench.editor.getByRole('combobox', { name: 'Add a folder or file' });
  }

  get dialog(): Locator {
    return this.workbench.page.getByRole('dialog');
  }

  async newSource(name: string, type: 'Documentation' | 'MCP server' | 'Wolfram|Alpha'): Promise<void> {
    await this.workbench.chooseNew('New source');
    await this.dialog.getByRole('radio', { name: type }).click();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Create' }).click();
  }
}
