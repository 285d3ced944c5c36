import type { Locator, Page } from '@playwright/test';

/** The window around the pages. */
export class Shell {
  readonly page: Page;
  readonly dock: Locator;
  readonly notices: Locator;
  readonly finder: Locator;
  readonly query: Locator;
  readonly options: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dock = page.getByRole('region', { name: 'Dock' });
    this.notices = page.getByRole('region', { name: 'Notices' });
    this.finder = page.getByRole('dialog');
    this.query = this.finder.getByRole('combobox');
    this.options = this.finder.getByRole('option');
  }

  /** Opens the window for the very first time. */
  async openFirst(url: string): Promise<void> {
    await this.page.goto(url);
  }

  separator(name: string): Locator {
    return this.page.getByRole('separator', { name });
  }

  async sizeOf(name: string): Promise<number> {
    return Number(await this.separator(name).getAttribute('aria-valuenow'));
  }

  async choosePaneTab(name: 'List' | 'Editor' | 'Preview'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Show', exact: true }).getByRole('radio', { name }).click();
  }

  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.query.fill(title);
    await this.page.keyboard.press('Enter');
    await this.page.locator('[data-finder]').waitFor({ state: 'detached' });
  }

  async chooseTheme(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Theme/ }).click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }

  /** Whether something overflows the window without a way to scroll to it. */
  async overflows(): Promise<boolean> {
    return this.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return scrollWidth > window.innerWidth || scrollHeight > window.innerHeight;
    });
  }
}
