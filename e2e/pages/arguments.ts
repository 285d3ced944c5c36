import type { Locator, Page } from '@playwright/test';
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

  /** Types another name and leaves the field. */
  async rename(argument: string, to: string): Promise<void> {
    const field = this.name(argument);
    await field.fill(to);
    await this.table.getByRole('textbox', { name: 'Name' }).and(this.page.locator(':focus')).press('Enter');
    await this.row(to).waitFor();
  }

  grip(argument: string): Locator {
    return this.row(argument).getByRole('button', { name: `Move argument ${argument}`, exact: true });
  }

  /** Drags a row by its grip onto another. */
  async drag(argument: string, targetArgument: string): Promise<void> {
    // Waits until the page has its layout.
    await this.grip(argument).hover();
    await this.page.mouse.down();
    const { x, y, isUp, height } = await this.dragPoints(argument, targetArgument);
    await this.page.mouse.move(x, y + height / 2, { steps: 4 });
    await this.page.mouse.move(x, isUp ? y + 3 : y + height - 3, { steps: 2 });
    await this.page.mouse.up();
  }

  /** Drags a row by its grip onto another, and releases it before the window has drawn its last move. */
  async dragAtOnce(argument: string, targetArgument: string): Promise<void> {
    await this.grip(argument).hover();
    await this.page.mouse.down();
    const { x, y } = await this.dragPoints(argument, targetArgument);
    await this.grip(argument).evaluate(
      (grip, at) => {
        const event = { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1, isPrimary: true };
        for (const type of ['pointermove', 'pointerup']) grip.dispatchEvent(new PointerEvent(type, event));
      },
      { x, y: y + 3 },
    );
    await this.page.mouse.up();
  }

  private async dragPoints(argument: string, targetArgument: string) {
    const target = await this.row(targetArgument).boundingBox();
    const start = await this.grip(argument).boundingBox();
    if (!target || !start) throw new Error('A row is not in sight.');
    return { x: start.x + start.width / 2, y: target.y, height: target.height, isUp: target.y < start.y };
  }

  slots(): Locator {
    return this.promptText.locator('[data-thread]');
  }

  get completions(): Locator {
    return this.page.getByRole('listbox').getByRole('option');
  }

  get functionCode(): Locator {
    return this.editor.getByRole('textbox', { name: 'Function code' });
  }

  /** Replaces the code of the function. */
  async writeFunction(code: string): Promise<void> {
    await this.functionCode.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(code);
  }

  /** Shows texts one after another, as an input method does while it composes. */
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
