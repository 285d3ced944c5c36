import { expect, type Locator, type Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The Clients view: in the preview, and as a table on a server’s page. */
export class SimulationPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  readonly panel: Locator;
  readonly line: Locator;
  readonly runs: Locator;
  readonly matrix: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.panel = this.workbench.preview.getByRole('tabpanel', { name: 'Clients' });
    this.line = this.panel.getByRole('textbox', { name: 'Command line' });
    this.runs = this.panel.getByRole('list', { name: 'How the line is split' }).getByRole('listitem');
    this.matrix = page.getByRole('grid', { name: 'Prompts by client application' });
  }

  async open(): Promise<void> {
    await this.workbench.preview.getByRole('tab', { name: 'Clients' }).click();
  }

  async chooseClient(client: string): Promise<void> {
    await this.panel.getByRole('button', { name: /Client application/ }).click();
    await this.page.getByRole('option', { name: new RegExp(`^${client}`) }).click();
  }

  verdict(client: string): Locator {
    return this.panel.getByRole('region', { name: `Result in ${client}` });
  }

  modelText(client: string): Locator {
    return this.panel.getByRole('list', { name: `What the model of ${client} reads` });
  }

  async fix(label: string): Promise<void> {
    await this.panel.getByRole('button', { name: label }).click();
  }

  async showNotAdapted(): Promise<void> {
    await this.panel.getByRole('radio', { name: 'Not adapted' }).click();
  }

  cell(prompt: string, client: string): Locator {
    return this.matrix.getByRole('button', { name: new RegExp(`^${prompt} .*${client}`) });
  }

  async expectSplit(...runs: string[]): Promise<void> {
    await expect(this.runs).toHaveText(runs);
  }
}
