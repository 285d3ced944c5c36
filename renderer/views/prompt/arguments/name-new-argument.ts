import { whenDrawn } from '../../shell/when-drawn.ts';

/**
 * Focuses the name of a new argument, with its text selected, once its row is drawn: the next keys name it.
 * @param onNamed called after Enter has finished a valid name
 * @param isHere false once the person has gone elsewhere
 * @returns whether the name has the focus
 */
export async function nameNewArgument(name: string, onNamed: () => void, isHere: () => boolean): Promise<boolean> {
  const field = await whenDrawn(() => findName(name), isHere);
  if (field) nameIn(field, onNamed);
  return field !== undefined;
}

function findName(name: string): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '[data-pane="editor"] [data-row] input[aria-label="Name"]',
  );
  return [...fields].find(({ value }) => value === name);
}

function nameIn(field: HTMLInputElement, onNamed: () => void): void {
  field.focus();
  field.select();
  const untilBlur = new AbortController();
  field.addEventListener('blur', () => untilBlur.abort(), { signal: untilBlur.signal });
  field.addEventListener(
    'keydown',
    ({ key, isComposing }) => {
      if (key !== 'Enter' || isComposing) return;
      // After the field has checked the name.
      setTimeout(() => {
        if (!untilBlur.signal.aborted && field.getAttribute('aria-invalid') !== 'true') onNamed();
      });
    },
    { signal: untilBlur.signal },
  );
}
