/** Keeps what a person types while something new is being made, and types it where the focus lands. */

import { commands } from '../../../src/model/commands.ts';
import { isPressed } from '../../components/overlay/keys.ts';
import { inBackground } from '../../in-background.ts';
import type { WorkbenchStore } from '../../store/store.ts';
import { afterClosing, stillHere } from './focus.ts';

/** Moves the focus into what is new. Resolves with whether it did: not if the person has gone elsewhere. */
type Jump<T> = (newEntry: T, isHere: () => boolean) => Promise<boolean>;

/**
 * Creates something, then moves the focus with `jump`, after the dialog or menu that it comes from has closed. Text that is
 * typed in between goes into the field that has the focus at the end: the new one, or the one before if the creation fails.
 * If the person goes elsewhere before, the keys work there, and a notice has the text.
 * @throws what `create` throws
 */
export async function createAndJump<T>(store: WorkbenchStore, create: () => Promise<T>, jump: Jump<T>): Promise<void> {
  const { state, actions } = store;
  const isHere = stillHere();
  const { overlay } = state.getState().shell;
  /** The creation itself opens the new page. */
  let visits: number | undefined;
  const isWaiting = () => {
    const now = state.getState();
    const isElsewhere = now.shell.overlay !== undefined && now.shell.overlay !== overlay;
    return isHere() && !isElsewhere && (visits === undefined || now.visits === visits);
  };
  const hold = holdKeys(isWaiting, actions.reportUntyped);
  const result = await create().catch(async (error: unknown) => {
    await hold.type();
    throw error;
  });
  ({ visits } = state.getState());
  const finish = async () => {
    let isThere = false;
    try {
      isThere = await jump(result, isWaiting);
    } finally {
      if (isThere) await hold.type();
      else hold.end();
    }
  };
  afterClosing(() => inBackground(finish()));
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn']);
/** Keys of an input method, whose text arrives at the end of the composition. */
const composing = new Set(['Dead', 'Process', 'Unidentified']);

/** Whether a key runs a command of the window; undo and redo would take the creation back. */
function runsCommand(event: KeyboardEvent): boolean {
  return commands.some(
    ({ id, keys }) => id !== 'undo' && id !== 'redo' && keys.some((key) => key.length > 1 && isPressed(event, key)),
  );
}

interface HeldKeys {
  /** Ends the hold, and types the held text into the focused field. */
  type(): Promise<void>;
  /** Ends the hold, and reports the held text: it belongs into no field. */
  end(): void;
}

/**
 * Holds the keyboard until the hold ends, at the latest at the first key after the person has gone elsewhere.
 * @param isWaiting false once the person has gone elsewhere
 * @param report receives the text that no field receives
 */
function holdKeys(isWaiting: () => boolean, report: (text: string) => void): HeldKeys {
  let heldText = '';
  /** The field has the focus, which is no reason to end the hold. */
  let isTyping = false;
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const isHeld = (event: Event) => {
    if (!isTyping && !isWaiting()) end();
    else event.stopPropagation();
    return !listeners.signal.aborted;
  };
  function end(): void {
    listeners.abort();
    // Enter alone isn't text.
    if (heldText.trim() !== '') report(heldText);
    heldText = '';
  }
  window.addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (event.isComposing || modifiers.has(key) || composing.has(key) || key === 'Escape') return;
      if (runsCommand(event) || !isHeld(event)) return;
      const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
      if (isCommand && key.toLowerCase() === 'v') return;
      event.preventDefault();
      if (isCommand) return;
      if (key === 'Enter') heldText += event.repeat ? '' : '\n';
      else if (key === 'Backspace') heldText = [...heldText].slice(0, -1).join('');
      else if ([...key].length === 1) heldText += key;
    },
    options,
  );
  window.addEventListener(
    'paste',
    (event) => {
      if (!isHeld(event)) return;
      event.preventDefault();
      heldText += event.clipboardData?.getData('text/plain') ?? '';
    },
    options,
  );
  window.addEventListener(
    'compositionend',
    ({ data }) => {
      if (isWaiting()) heldText += data;
    },
    options,
  );
  return {
    async type() {
      isTyping = true;
      const type = heldText === '' ? undefined : await createTextInserter().catch(() => undefined);
      const text = heldText;
      if (type) heldText = '';
      end();
      if (type && text !== '') type(text);
    },
    end,
  };
}

/** Returns a function that inserts text at the cursor of the focused field; undefined if that takes no text. */
async function createTextInserter(): Promise<((text: string) => void) | undefined> {
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
