import { expect, type Locator, type Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The editor and the trial of a tool. */
export class ToolPage {
  readonly workbench: WorkbenchPage;
  /** The pane in which the tool is called. */
  readonly trial: Locator;
  readonly call: Locator;

  constructor(page: Page) {
    this.workbench = new WorkbenchPage(page);
    this.trial = this.workbench.preview;
    this.call = this.trial.getByRole('button', { name: 'Call the tool' });
  }

  get dialog(): Locator {
    return this.workbench.page.getByRole('dialog');
  }

  async create(name: string): Promise<void> {
    await this.showList();
    await this.workbench.editor.getByRole('button', { name: 'New tool' }).click();
    await this.dialog.locator('summary', { hasText: 'Location' }).click();
    await this.dialog.getByRole('radio', { name: 'Server file' }).click();
    await this.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Create' }).click();
  }

  /** Shows the tools of the open server. */
  async showList(): Promise<void> {
    await this.workbench.editor.getByRole('tab', { name: /^Tools/ }).click();
  }

  /** The tools of the open server. */
  get list(): Locator {
    return this.workbench.editor.getByRole('grid', { name: /^Tools of / });
  }

  row(name: string): Locator {
    return this.list.getByRole('row', { name });
  }

  /** Chooses from the menu of a row. */
  async chooseAction(name: string, action: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await this.workbench.page.getByRole('menuitem', { name: action }).click();
  }

  property(name: string): Locator {
    return this.workbench.editor.getByRole('listitem', { name: new RegExp(` ${name}$`) });
  }

  /** Adds an argument at the end of the list and names it. */
  async addArgument(name: string): Promise<void> {
    await this.workbench.editor.getByRole('button', { name: 'Add argument' }).click();
    await expect(this.property('value1').getByRole('textbox', { name: 'Name' }).first()).toBeFocused();
    await this.workbench.page.keyboard.type(name);
    await this.workbench.page.keyboard.press('Enter');
  }

  async rename(from: string, to: string): Promise<void> {
    const field = this.property(from).getByRole('textbox', { name: 'Name' }).first();
    await field.fill(to);
    await field.press('Enter');
  }

  async chooseKind(name: string, kind: string): Promise<void> {
    await this.workbench.editor.getByRole('button', { name: `Kind of ${name}` }).click();
    await this.workbench.page.getByRole('option', { name: kind, exact: true }).click();
  }

  get answerText(): Locator {
    return this.workbench.editor.getByRole('textbox', { name: 'Answer text' });
  }

  /** A field of the form that the schema asks for. */
  argument(name: string): Locator {
    return this.trial.getByRole('textbox', { name, exact: true });
  }
}
