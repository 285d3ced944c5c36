/** Keeps what a person types while a new page is being made, and types it where the focus lands. */

import { inBackground } from '../../in-background.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { afterClosing } from './focus.ts';

/**
 * Creates something from a dialog, then moves the focus with `jump` once the dialog has closed. Text that is typed in
 * between goes into the field that has the focus at the end: the new one, or the dialog's if the creation fails.
 * @throws what `create` throws
 */
export async function createAndJump<T>(
  store: WorkbenchStore,
  create: () => Promise<T>,
  jump: (created: T) => Promise<void>,
): Promise<void> {
  const typeHeld = holdKeys(store.actions.reportUntyped);
  const created = await create().catch(async (error: unknown) => {
    await typeHeld();
    throw error;
  });
  const finish = async () => {
    try {
      await jump(created);
    } finally {
      await typeHeld();
    }
  };
  afterClosing(() => inBackground(finish()));
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn']);
/** Keys of an input method, whose text arrives at the end of the composition. */
const composing = new Set(['Dead', 'Process', 'Unidentified']);

/**
 * Holds the keyboard until the returned function runs, which types the held text into the focused field.
 * @param report receives the text if no field has the focus
 */
function holdKeys(report: (text: string) => void): () => Promise<void> {
  let held = '';
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.isComposing || modifiers.has(key) || composing.has(key) || key === 'Escape') return;
    event.stopPropagation();
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (isCommand && key.toLowerCase() === 'v') return;
    event.preventDefault();
    if (isCommand) return;
    if (key === 'Enter') held += event.repeat ? '' : '\n';
    else if (key === 'Backspace') held = [...held].slice(0, -1).join('');
    else if ([...key].length === 1) held += key;
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    held += event.clipboardData?.getData('text/plain') ?? '';
  };
  const onComposed = ({ data }: CompositionEvent) => {
    held += data;
  };
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('paste', onPaste, true);
  window.addEventListener('compositionend', onComposed, true);
  return async () => {
    const type = held === '' ? undefined : await typist();
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('paste', onPaste, true);
    window.removeEventListener('compositionend', onComposed, true);
    if (held === '') return;
    if (type) type(held);
    else report(held);
  };
}

/** What types a text at the cursor of the focused field. */
async function typist(): Promise<((text: string) => void) | undefined> {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
    return (text) => document.execCommand('insertText', false, text);
  if (!(field instanceof HTMLElement) || !field.matches('.cm-content[contenteditable=true]')) return undefined;
  // CodeMirror is loaded already, because the element belongs to it.
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(field);
  if (!view) return undefined;
  return (text) => view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
}
