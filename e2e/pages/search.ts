import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** A search that is explained, in the preview of a prompt or beside a source. */
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

  /** Where a documentation source looks; the first one. */
  get folders(): Locator {
    return this.workbench.editor.getByRole('combobox', { name: 'Folder or file 1' });
  }

  get newFolder(): Locator {
    return this.workbench.editor.getByRole('combobox', { name: 'Add a folder or file' });
  }

  passage(title: string | RegExp): Locator {
    return this.passages.filter({ has: this.workbench.page.getByRole('button', { name: title }) }).first();
  }

  get page(): Locator {
    return this.workbench.page.getByRole('dialog');
  }

  async newSource(name: string, type: 'Documentation' | 'MCP server' | 'Wolfram|Alpha'): Promise<void> {
    await this.workbench.chooseNew('New source');
    await this.page.getByRole('radio', { name: type }).click();
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.page.getByRole('button', { name: 'Create' }).click();
  }
}
