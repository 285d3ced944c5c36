/** Stops the browser from opening a file or link dropped outside a drop target, which would lose unsaved edits. */
export function preventDropNavigation(window: Window): void {
  const isTyping = (target: EventTarget | null) =>
    target instanceof Element && target.closest('[contenteditable=true], input, textarea') !== null;
  const refuse = (event: DragEvent) => {
    const hasFiles = event.dataTransfer?.types.includes('Files') ?? false;
    if (event.defaultPrevented || (isTyping(event.target) && !hasFiles)) return;
    event.preventDefault();
    if (event.dataTransfer && event.type === 'dragover') event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
