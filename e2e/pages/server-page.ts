import { expect, type Locator, type Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The page of one server, and what a person does with its list. */
export class ServerPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  readonly list: Locator;
  readonly notices: Locator;
  readonly dialog: Locator;
  readonly newName: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.list = this.workbench.editor.getByRole('grid', { name: /^Prompts of / });
    this.notices = page.getByRole('status');
    this.dialog = page.getByRole('dialog');
    this.newName = this.list.getByRole('textbox', { name: 'Name', exact: true });
  }

  async open(server: string): Promise<void> {
    await this.workbench.choose(server);
  }

  /** Shows a tab of the page. */
  async show(tab: 'Prompts' | 'Tools' | 'Clients' | 'Settings'): Promise<void> {
    await this.workbench.editor.getByRole('tab', { name: tab }).click();
  }

  get filter(): Locator {
    return this.workbench.editor.getByRole('searchbox', { name: 'Filter this list' });
  }

  field(name: 'Name' | 'Title' | 'Version' | 'Website' | 'Instructions'): Locator {
    return this.workbench.editor.getByRole('textbox', { name, exact: true });
  }

  entry(name: string): Locator {
    return this.list.getByRole('row', { name, exact: true });
  }

  /** MCP names from the first row to the last. */
  async order(): Promise<string[]> {
    const names = await this.list.getByRole('row').evaluateAll((rows) =>
      rows.map((row) => ({
        top: row.getBoundingClientRect().top,
        name: row.getAttribute('aria-label')?.replace(/, not served$/, '') ?? '',
      })),
    );
    return names.sort((a, b) => a.top - b.top).map(({ name }) => name);
  }

  async focus(name: string): Promise<void> {
    await this.entry(name).focus();
  }

  /** Chooses from the menu of an entry. */
  async chooseAction(name: string, action: string): Promise<void> {
    const button = this.entry(name).getByRole('button', { name: `Actions for ${name}` });
    const menuItem = this.page.getByRole('menuitem', { name: action });
    // Redrawing the list closes the menu, and a click would then wait for its item until the test times out.
    await expect(async () => {
      if (!(await menuItem.isVisible())) await button.click({ timeout: 5_000 });
      await menuItem.click({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  }

  async addFromCatalogue(): Promise<void> {
    await this.workbench.editor.getByRole('button', { name: 'Add existing prompt' }).click();
  }

  option(catalogueName: string): Locator {
    return this.dialog.getByRole('option').filter({ has: this.page.getByText(catalogueName, { exact: true }).first() });
  }

  /** Undoes the change of the newest notice. */
  async undoNotice(text: string | RegExp): Promise<void> {
    await this.notices.filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click();
  }

  async drag(name: string, targetName: string): Promise<void> {
    const grip = this.entry(name).getByRole('button', { name: `Move ${name}` });
    const target = await this.entry(targetName).boundingBox();
    const from = await grip.boundingBox();
    if (!target || !from) throw new Error('There is nothing to drag, or nothing to drag it to.');
    await this.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(target.x + 200, target.y + target.height - 12, { steps: 12 });
    await this.page.mouse.move(target.x + 200, target.y + target.height - 4, { steps: 4 });
    await this.page.mouse.up();
  }

  async expectOrder(names: readonly string[]): Promise<void> {
    await expect.poll(() => this.order()).toEqual(names);
  }
}
