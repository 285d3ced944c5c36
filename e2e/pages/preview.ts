import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The preview as a person uses it: its form, its samples, the answer in its forms. */
export class PreviewPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  readonly pane: Locator;
  readonly messages: Locator;
  readonly legend: Locator;
  readonly samples: Locator;
  readonly losses: Locator;
  readonly lastGood: Locator;
  /** The tooltip with the origin of the text under the pointer. */
  readonly tooltip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.pane = this.workbench.preview;
    this.messages = this.pane.getByRole('list', { name: 'Messages' });
    this.legend = this.pane.getByRole('list', { name: 'Where the text came from' });
    this.samples = page.getByRole('dialog', { name: 'Sample values' });
    this.losses = this.pane.getByRole('list', { name: 'Lost in this revision' });
    this.lastGood = this.pane.getByRole('region', { name: 'Last good answer' });
    this.tooltip = page.getByRole('tooltip');
  }

  field(argument: string): Locator {
    return this.workbench.value(argument);
  }

  message(number: number): Locator {
    return this.messages.getByRole('listitem').nth(number - 1);
  }

  /** The runs of characters that came from an argument. */
  textFrom(argument: string): Locator {
    return this.messages.locator(`[data-origin="argument ${argument}"]`);
  }

  suggestions(argument: string): Locator {
    return this.page.getByRole('listbox', { name: `Suggestions for ${argument}` });
  }

  async openSamples(): Promise<void> {
    await this.pane.getByRole('button', { name: /^Sample values/ }).click();
    await this.samples.waitFor();
  }

  async fillFrom(sample: string): Promise<void> {
    await this.openSamples();
    await this.samples.getByRole('button', { name: `Fill from the sample ${sample}` }).click();
  }

  async fillWithExamples(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Fill with examples' }).click();
  }

  async chooseView(view: 'As Markdown' | 'Raw text with its origins'): Promise<void> {
    await this.pane.getByRole('radio', { name: view }).click();
  }

  async chooseRevision(revision: string): Promise<void> {
    await this.pane.getByRole('button', { name: /Protocol revision/ }).click();
    await this.page.getByRole('option', { name: revision }).click();
  }
}
