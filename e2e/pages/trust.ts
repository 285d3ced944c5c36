import { expect, type Locator, type Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The trust views: the asks of a workspace, and the decisions about them. */
export class TrustPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  /** Says at the top of the window that something is not allowed. */
  readonly bar: Locator;
  /** Keeps saying so in the status line. */
  readonly mark: Locator;
  readonly review: Locator;
  readonly manager: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.bar = page.getByRole('region', { name: 'Workspace trust' });
    this.mark = page.getByRole('contentinfo').getByRole('button', { name: /Restricted|not allowed/ });
    this.review = page.getByRole('dialog', { name: /Trust this workspace|This workspace needs more permissions/ });
    this.manager = page.getByRole('dialog', { name: 'Manage trust' });
  }

  async openReview(): Promise<void> {
    await this.bar.getByRole('button', { name: /^Review/ }).click();
  }

  async trustWorkspace(): Promise<void> {
    await this.openReview();
    await this.review.getByRole('button', { name: 'Trust this workspace' }).click();
  }

  async openManager(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.page.getByRole('dialog').getByRole('combobox').fill('Manage trust');
    await this.page.keyboard.press('Enter');
  }

  async stopTrusting(): Promise<void> {
    await this.openManager();
    await this.manager.getByRole('button', { name: 'Stop trusting this workspace' }).click();
    await this.manager.getByRole('button', { name: 'Done' }).click();
    await expect(this.bar).toContainText('This workspace is restricted.');
  }

  /** The checkbox of an ask. */
  choice(name: string): Locator {
    return this.review.getByRole('checkbox', { name });
  }

  /** Replaces an answer: the asks that are not allowed yet, with the buttons that allow them. */
  needs(pane: Locator): Locator {
    return pane.getByRole('status').filter({ has: this.page.getByRole('button', { name: /^Allow/ }) });
  }
}
