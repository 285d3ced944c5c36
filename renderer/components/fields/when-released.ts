const waiting = new Set<() => void>();
let isPressed = false;

/**
 * Calls `apply` at once, or, while a pointer is pressed, after its release: a control that moves away from under a
 * pressed pointer loses the press. Returns a function that cancels the call.
 */
export function whenReleased(apply: () => void): () => void {
  if (!isPressed) {
    apply();
    return () => {};
  }
  waiting.add(apply);
  return () => waiting.delete(apply);
}

function press(event: PointerEvent): void {
  if (event.button !== 0) return;
  isPressed = true;
  window.addEventListener('pointermove', releaseIfLost, true);
}

function release(): void {
  if (!isPressed) return;
  isPressed = false;
  window.removeEventListener('pointermove', releaseIfLost, true);
  // The click of this press comes after its pointerup.
  setTimeout(() => {
    if (isPressed) return;
    const calls = [...waiting];
    waiting.clear();
    for (const apply of calls) apply();
  });
}

/** A scrollbar, a native menu or another window can take the pointerup. */
function releaseIfLost(event: PointerEvent): void {
  if ((event.buttons & 1) === 0) release();
}

window.addEventListener('pointerdown', press, true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);
// A person who types has released the pointer, even if it has not moved since.
window.addEventListener('keydown', release, true);
