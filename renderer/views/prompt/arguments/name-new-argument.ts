/** How many frames to wait for the row of a new argument. */
const maxFrames = 120;

/**
 * Focuses the name of a new argument, with its text selected, once its row is drawn: the next keys name it.
 * @param onNamed called after Enter has finished a valid name
 * @param isHere from `stillHere`, before the argument was added
 */
export function nameNewArgument(name: string, onNamed: () => void, isHere: () => boolean, frame = 0): void {
  if (!isHere()) return;
  const fields = document.querySelectorAll<HTMLInputElement>(
    '[data-pane="editor"] [data-row] input[aria-label="Name"]',
  );
  const field = [...fields].find(({ value }) => value === name);
  if (!field) {
    if (frame < maxFrames) requestAnimationFrame(() => nameNewArgument(name, onNamed, isHere, frame + 1));
    return;
  }
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
