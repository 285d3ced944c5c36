/** Where the cursor of a text editor is. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Nothing is selected, and the rest of the cursor's line begins with a text. */
export async function expectCursorBefore(page: Page, text: string) {
  const read = () =>
    page.evaluate(() => {
      const selection = document.getSelection();
      const node = selection?.focusNode;
      const line = (node instanceof Element ? node : node?.parentElement)?.closest('.cm-line');
      if (!selection || !node || !line) return 'no cursor';
      const rangeToEnd = document.createRange();
      rangeToEnd.selectNodeContents(line);
      rangeToEnd.setStart(node, selection.focusOffset);
      return selection.isCollapsed ? String(rangeToEnd) : 'a selection';
    });
  await expect.poll(async () => (await read()).slice(0, text.length)).toBe(text);
}
