import { expect, type Locator, type Page } from '@playwright/test';
import { WorkbenchPage } from './workbench-page.ts';

/** The arguments of a prompt and the editors of its texts, as a person works with them. */
export class ArgumentsPage extends WorkbenchPage {
  readonly table: Locator;
  readonly log: Locator;

  constructor(page: Page) {
    super(page);
    this.table = this.editor.getByRole('region', { name: 'Arguments' });
    this.log = this.editor.getByRole('region', { name: 'Log of the function' });
  }

  row(name: string): Locator {
    return this.table.getByRole('group', { name: `Argument ${name}`, exact: true });
  }

  name(argument: string): Locator {
    return this.row(argument).getByRole('textbox', { name: 'Name' });
  }

  async names(): Promise<readonly string[]> {
    return this.table
      .getByRole('textbox', { name: 'Name' })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  }

  /** Types another name, and leaves the field. */
  async rename(argument: string, to: string): Promise<void> {
    const field = this.name(argument);
    await field.fill(to);
    await this.table.getByRole('textbox', { name: 'Name' }).and(this.page.locator(':focus')).press('Enter');
    await expect(this.row(to)).toBeVisible();
  }

  /** Drags a row by its grip onto another. */
  async drag(argument: string, onto: string): Promise<void> {
    const grip = this.row(argument).getByRole('button', { name: `Move argument ${argument}`, exact: true });
    const target = await this.row(onto).boundingBox();
    const start = await grip.boundingBox();
    if (!target || !start) throw new Error('A row is not in sight.');
    const x = start.x + start.width / 2;
    const isUp = target.y < start.y;
    await this.page.mouse.move(x, start.y + start.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(x, target.y + target.height / 2, { steps: 4 });
    await this.page.mouse.move(x, isUp ? target.y + 3 : target.y + target.height - 3, { steps: 2 });
    await this.page.mouse.up();
  }

  slots(): Locator {
    return this.promptText.locator('[data-thread]');
  }

  get offers(): Locator {
    return this.page.getByRole('listbox').getByRole('option');
  }

  get functionSource(): Locator {
    return this.editor.getByRole('textbox', { name: 'Function source' });
  }

  /** Replaces the source of the function. */
  async writeFunction(source: string): Promise<void> {
    await this.functionSource.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(source);
  }

  /** Texts that an input method shows one after the other while something is composed. */
  async compose(texts: readonly string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    for (const text of texts) {
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.detach();
  }

  async endComposing(text: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Input.insertText', { text });
    await session.detach();
  }
}
