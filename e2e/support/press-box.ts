import type { Locator } from '@playwright/test';

/**
 * Presses a checkbox by its label, as a person does, because its input is invisible. Playwright waits until the label stops
 * moving, and presses again if something else came under the pointer.
 */
export function pressBox(checkbox: Locator): Promise<void> {
  return checkbox.locator('xpath=ancestor::label').click();
}
