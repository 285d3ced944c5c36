import { expect, type Locator, type Page } from '@playwright/test';

/** What a person sees and does in the workbench. Only page models know roles and accessible names. */
export class WorkbenchPage {
  readonly list: Locator;
  readonly editor: Locator;
  readonly preview: Locator;
  readonly promptText: Locator;
  readonly problems: Locator;

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('treegrid', { name: 'Servers and prompts' });
    this.editor = page.getByRole('main', { name: 'Editor' });
    this.preview = page.getByRole('complementary', { name: 'Preview' });
    this.promptText = this.editor.getByRole('textbox', { name: 'Prompt text' }).first();
    this.problems = page.getByRole('region', { name: 'Dock' });
  }

  /** Opens the window without the tour. @param showsDetails whether the details of prompts and tools are open */
  async open(url: string, showsDetails = true): Promise<void> {
    await this.page.addInitScript((isFirst) => {
      const settings = { showsDetails: isFirst, ...JSON.parse(localStorage.getItem('prompt-workbench') ?? '{}') };
      localStorage.setItem('prompt-workbench', JSON.stringify({ ...settings, toured: true }));
    }, showsDetails);
    await this.page.goto(url);
    await this.list.waitFor();
  }

  prompt(name: string): Locator {
    return this.list.getByRole('row', { name, exact: true });
  }

  async choose(name: string): Promise<void> {
    await this.prompt(name).first().click();
    await this.editor.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  }

  field(name: 'Name' | 'Title' | 'Description'): Locator {
    return this.editor.getByRole('textbox', { name, exact: true }).first();
  }

  /** Types at the end of the prompt's text, key by key. */
  async typeAtEnd(text: string): Promise<void> {
    await this.promptText.click();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(text);
  }

  async fillValue(argument: string, value: string): Promise<void> {
    await this.value(argument).fill(value);
  }

  /** The answer as a client received it, in one of its forms. */
  async answerAs(form: 'Messages' | 'Text' | 'Search' | 'Dialogue' | 'JSON-RPC'): Promise<Locator> {
    await this.preview.getByRole('tab', { name: form }).click();
    return this.preview.getByRole('tabpanel', { name: form });
  }

  /** The text of the whole file, in the YAML view. */
  get yamlText(): Locator {
    return this.editor.getByRole('textbox', { name: 'Text of the file' });
  }

  view(name: 'Form' | 'YAML'): Locator {
    return this.editor.getByRole('radio', { name });
  }

  value(argument: string): Locator {
    return this.preview
      .getByRole('region', { name: 'Argument values' })
      .getByRole('textbox', { name: argument, exact: true });
  }

  async addArgument(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Add argument', exact: true }).click();
  }

  /** Chooses from the menu of the plus above the list. */
  async chooseNew(menuItem: 'New prompt' | 'New server' | 'New source'): Promise<void> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    await this.page.getByRole('menuitem', { name: menuItem }).click();
  }

  async createPrompt(name: string): Promise<void> {
    await this.chooseNew('New prompt');
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
  }

  /** Shows both sides of a conflict between the window and the disk. */
  get conflict(): Locator {
    return this.editor.getByRole('status').filter({ hasText: 'was changed elsewhere while you were editing' });
  }

  async takeTheirs(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Take theirs' }).click();
  }

  async keepMine(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Keep mine' }).click();
  }

  async waitUntilSaved(): Promise<void> {
    await this.page.getByRole('contentinfo').getByText('Saved', { exact: true }).waitFor();
  }

  /** Waits until everything is saved except a text that is written only when it is finished. */
  async waitUntilUnfinished(): Promise<void> {
    await this.page.getByRole('contentinfo').getByText('Unsaved', { exact: true }).waitFor();
  }

  async undo(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true }).click();
  }

  async redo(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Redo', exact: true }).click();
  }

  async openConnect(): Promise<ConnectDialog> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Connect' }).click();
    return new ConnectDialog(this.page.getByRole('dialog', { name: 'Connect' }));
  }
}

export class ConnectDialog {
  readonly dialog: Locator;

  constructor(dialog: Locator) {
    this.dialog = dialog;
  }

  get folder(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Project folder' });
  }

  async chooseFolder(dir: string): Promise<void> {
    await this.folder.fill(dir);
    // Leaving the field closes the list of folders that it suggests.
    await this.folder.press('Tab');
  }

  get change(): Locator {
    return this.dialog.getByRole('region', { name: 'The exact change' });
  }

  application(name: string): Locator {
    return this.dialog.getByRole('option', { name });
  }

  /** The list of applications in a narrow window. */
  get applicationSelect(): Locator {
    return this.dialog.getByRole('button', { name: /Client application$/ });
  }

  scope(name: 'One project' | 'One project, only for me' | 'All projects'): Locator {
    return this.dialog.getByRole('radio', { name, exact: true });
  }

  /** The button that writes the shown change, and names the target. */
  get write(): Locator {
    return this.dialog.getByRole('button', { name: /^Connect (?!again)/ });
  }

  /** The notice about an entry that a team may commit. */
  get onlyHere(): Locator {
    return this.dialog.getByRole('status').filter({ hasText: 'only works on this computer' });
  }

  get connectAgain(): Locator {
    return this.dialog.getByRole('button', { name: 'Connect again' });
  }

  async apply(): Promise<void> {
    await this.write.click();
  }

  /** Closes the dialog without a further change. */
  async close(): Promise<void> {
    await this.dialog.press('Escape');
    await expect(this.dialog).toHaveCount(0);
  }

  async disconnect(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
  }

  /** How far the dialog scrolls around its scrolling columns, in CSS pixels. */
  scrollAround(): Promise<number> {
    return this.dialog.locator(':scope > :nth-child(2)').evaluate((body) => body.scrollHeight - body.clientHeight);
  }

  /** The names of visible controls without a width or a height. */
  emptyControls(): Promise<string[]> {
    return this.dialog.evaluate((dialog) => {
      const controls = 'button, input, a, summary, [role="listbox"], [role="option"], [role="radio"], [role="region"]';
      return [...dialog.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => control.checkVisibility() && control.closest('[aria-hidden="true"]') === null)
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width === 0 || height === 0;
        })
        .map((control) => control.ariaLabel ?? control.textContent ?? control.tagName);
    });
  }
}
