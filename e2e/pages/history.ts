import type { Locator } from '@playwright/test';
import type { WorkbenchPage } from './workbench-page.ts';

/** The History view of the open definition, as a person sees it. */
export class HistoryPage {
  readonly versions: Locator;
  readonly changes: Locator;
  private readonly workbench: WorkbenchPage;

  constructor(workbench: WorkbenchPage) {
    this.workbench = workbench;
    this.versions = workbench.editor.getByRole('listbox', { name: 'Versions' });
    this.changes = workbench.editor.getByRole('region', { name: 'Changes by field' });
  }

  async show(view: 'Form' | 'YAML' | 'History'): Promise<void> {
    await this.workbench.editor.getByRole('radio', { name: view }).click();
  }

  version(summary: string): Locator {
    return this.versions.getByRole('option', { name: summary });
  }

  async choose(summary: string): Promise<void> {
    await this.version(summary).first().click();
    await this.workbench.editor.getByRole('heading', { level: 3, name: summary }).waitFor();
  }

  async compare(comparison: 'This change' | 'Since then'): Promise<void> {
    await this.workbench.editor.getByRole('radio', { name: comparison }).click();
  }

  /** The lines of the file that differ. */
  async text(): Promise<Locator> {
    await this.workbench.editor.getByRole('radio', { name: 'Text', exact: true }).click();
    return this.workbench.editor.getByRole('region', { name: 'Text changes' });
  }

  get restoreButton(): Locator {
    return this.workbench.editor.getByRole('button', { name: 'Restore this version' });
  }

  async restore(): Promise<void> {
    await this.restoreButton.click();
  }
}
