import type { Locator, Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

type Form = 'Text' | 'Messages' | 'Function' | 'Search';
type BlockName = 'Text' | 'Image' | 'Audio' | 'Embedded resource' | 'Link to a resource' | 'Search results';

/** A prompt's messages and their blocks, as a person builds them. */
export class BlocksPage {
  readonly workbench: WorkbenchPage;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.workbench = new WorkbenchPage(page);
  }

  get editor(): Locator {
    return this.workbench.editor;
  }

  async changeForm(name: Form): Promise<void> {
    await this.editor.getByRole('button', { name: 'Kind of content' }).click();
    await this.page.getByRole('option', { name, exact: false }).click();
  }

  get messages(): Locator {
    return this.editor.getByRole('group', { name: /^Message \d+$/ });
  }

  message(number: number): Locator {
    return this.editor.getByRole('group', { name: `Message ${number}`, exact: true });
  }

  /** The blocks of a message of one kind. */
  block(message: number, name: BlockName): Locator {
    return this.message(message).getByRole('group', { name: new RegExp(`^Message ${message} ${name}`, 'i') });
  }

  text(message: number): Locator {
    return this.message(message).getByRole('textbox', { name: new RegExp(`^Message ${message} text`) });
  }

  grip(name: string): Locator {
    return this.editor.getByRole('button', { name: `Move ${name}`, exact: true });
  }

  async addMessage(role: 'user' | 'assistant'): Promise<void> {
    await this.editor.getByRole('button', { name: `Add ${role} message` }).click();
  }

  async addBlock(message: number, name: BlockName): Promise<void> {
    await this.editor.getByRole('button', { name: `Add to message ${message}`, exact: true }).click();
    const label = name === 'Image' || name === 'Audio' ? `${name}…` : name;
    await this.page.getByRole('menuitem', { name: label, exact: true }).click();
  }

  async chooseAction(name: string, action: string): Promise<void> {
    await this.editor.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  /** Drops files from the desktop. */
  async drop(target: Locator, ...files: readonly GivenFile[]): Promise<void> {
    const data = await this.createDataTransfer(files);
    for (const event of ['dragenter', 'dragover', 'drop'])
      await target.dispatchEvent(event, { dataTransfer: data, clientY: await bottomOf(target) });
  }

  async paste(target: Locator, ...files: readonly GivenFile[]): Promise<void> {
    const data = await this.createDataTransfer(files);
    await target.evaluate(
      (element, clipboardData) =>
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      data,
    );
  }

  async pasteText(target: Locator, text: string): Promise<void> {
    await target.evaluate((element, pastedText) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pastedText);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  private createDataTransfer(files: readonly GivenFile[]) {
    return this.page.evaluateHandle(
      (givenFiles) => {
        const data = new DataTransfer();
        for (const { name, type, base64, length } of givenFiles) {
          const knownBytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bytes = new Uint8Array(length);
          bytes.set(knownBytes);
          data.items.add(new File([bytes], name, { type }));
        }
        return data;
      },
      // Sends only the beginning of a large file; the rest is zeros.
      files.map(({ name, type, bytes }) => ({
        name,
        type,
        base64: Buffer.from(bytes.subarray(0, 100_000)).toString('base64'),
        length: bytes.length,
      })),
    );
  }

  notice(text: string | RegExp): Locator {
    return this.page
      .getByRole('status')
      .filter({ hasText: text })
      .filter({ has: this.page.getByRole('button') });
  }
}

async function bottomOf(target: Locator): Promise<number> {
  const box = await target.boundingBox();
  return box ? box.y + box.height - 2 : 0;
}
