import type { Extension } from '@codemirror/state';
import { drawSelection, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** How long the cursor is visible, and how long it is not. */
const phaseMs = 600;

/**
 * Draws the cursor and the selection. The cursor blinks by a timer: an animation, as CodeMirror has it, makes the browser
 * draw sixty frames a second for two changes, a twentieth of a core as long as the editor has the focus.
 */
export const blinkingCursor: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  ViewPlugin.fromClass(
    class {
      readonly #view: EditorView;
      #timer: number | undefined;

      constructor(view: EditorView) {
        this.#view = view;
        this.#restart();
      }

      update({ selectionSet, docChanged, focusChanged }: ViewUpdate): void {
        if (selectionSet || docChanged || focusChanged) this.#restart();
      }

      destroy(): void {
        window.clearInterval(this.#timer);
      }

      /** The cursor is visible right after a key or a click. */
      #restart(): void {
        this.destroy();
        this.#show(true);
        if (!this.#view.hasFocus || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        let isVisible = true;
        this.#timer = window.setInterval(() => {
          isVisible = !isVisible;
          this.#show(isVisible);
        }, phaseMs);
      }

      #show(isVisible: boolean): void {
        const layer = this.#view.scrollDOM.querySelector<HTMLElement>('.cm-cursorLayer');
        if (layer) layer.style.visibility = isVisible ? '' : 'hidden';
      }
    },
  ),
];
