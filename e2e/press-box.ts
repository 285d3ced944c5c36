import type { Locator } from '@playwright/test';

/**
 * Presses a checkbox by its label, as a person does: its input is not seen. The press waits until the label stands still, and
 * is repeated if something has moved under the pointer.
 */
export function pressBox(checkbox: Locator): Promise<void> {
  return checkbox.locator('xpath=ancestor::label').click();
}
