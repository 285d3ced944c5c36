import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** Imports and exports prompts, as a person does. */
export class ImportPage {
  readonly page: Page;
  readonly workbench: WorkbenchPage;
  readonly dialog: Locator;
  readonly items: Locator;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
    this.dialog = page.getByRole('dialog');
    this.items = this.dialog.getByRole('list', { name: 'Definitions to import' });
  }

  async openByKey(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Shift+O');
    await this.dialog.getByRole('heading', { name: 'Import prompts' }).waitFor();
  }

  async chooseKind(kind: 'Files' | 'Text' | 'MCP server'): Promise<void> {
    await this.dialog.getByRole('radio', { name: kind }).click();
  }

  /** Fills a field and presses the button beside it. */
  async fillAndPress(field: string, value: string, action: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: field }).fill(value);
    await this.dialog.getByRole('button', { name: action, exact: true }).click();
  }

  item(name: string): Locator {
    return this.items
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('checkbox', { name, exact: true }) })
      .first();
  }

  /** Drops files on a part of the window, as a file manager does. */
  async drop(target: Locator, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    const data = await this.page.evaluateHandle((givenFiles) => {
      const transfer = new DataTransfer();
      for (const { name, text } of givenFiles) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await target.dispatchEvent('drop', { dataTransfer: data });
  }

  /** Drops a file or folder of this machine on a part of the window, as its file manager does. */
  async dropFrom(path: string, target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error('The target is not visible.');
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    const session = await this.page.context().newCDPSession(this.page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, ...place, data });
    await session.detach();
  }

  /** Pastes text outside any text field. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((givenText) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', givenText);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
}
