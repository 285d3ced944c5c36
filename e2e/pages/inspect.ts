import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The inspected servers, as a person sees them. */
export class InspectPage {
  readonly workbench: WorkbenchPage;
  readonly dialog: Locator;
  /** What the press starts or contacts. */
  readonly plan: Locator;
  readonly editor: Locator;
  readonly answer: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.workbench = new WorkbenchPage(page);
    this.dialog = page.getByRole('dialog', { name: 'Inspect another server' });
    this.plan = page.getByLabel('What is started');
    this.editor = this.workbench.editor;
    this.answer = this.workbench.preview;
  }

  async openDialog(): Promise<void> {
    await this.#page.getByRole('button', { name: 'New', exact: true }).click();
    await this.#page.getByRole('menuitem', { name: 'Inspect another server…' }).click();
  }

  heading(name: string): Locator {
    return this.editor.getByRole('heading', { level: 2, name });
  }

  tab(name: string): Locator {
    return this.editor.getByRole('tab', { name });
  }

  async choose(name: string): Promise<void> {
    await this.option(name).click();
  }

  /** A row begins with its name; the title and description follow. */
  option(name: string): Locator {
    return this.editor.getByRole('option').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  value(name: string): Locator {
    return this.answer.getByRole('textbox', { name, exact: true });
  }

  sendButton(name: string): Locator {
    return this.answer.getByRole('button', { name });
  }

  /** Selects an inspected server in the list. */
  async select(name: string): Promise<void> {
    await this.workbench.prompt(name).first().click();
    await this.heading(name).waitFor();
  }
}
