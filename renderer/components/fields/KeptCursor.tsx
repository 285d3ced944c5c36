import { Component, type ContextType, type RefObject } from 'react';
import { spliceBetween } from '../../../src/base/text/splice.ts';
import { StepContext } from '../code-text/step-context.ts';
import { mapOffset } from './map-offset.ts';

interface KeptCursorProps {
  readonly field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}

interface Cursor {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the cursor in place while the text of the focused field changes by undo, redo or another program: a browser puts
 * it at the end. A class, because only `getSnapshotBeforeUpdate` runs before React writes the new text into the field.
 */
export class KeptCursor extends Component<KeptCursorProps> {
  static override contextType = StepContext;
  declare context: ContextType<typeof StepContext>;

  override getSnapshotBeforeUpdate(): Cursor | null {
    const field = this.props.field.current;
    if (!field || field !== document.activeElement) return null;
    const { value: text, selectionStart: start, selectionEnd: end } = field;
    // A date has no cursor.
    return start === null || end === null ? null : { field, text, start, end };
  }

  override componentDidUpdate(_props: KeptCursorProps, _state: unknown, before: Cursor | null): void {
    if (!before || before.text === before.field.value) return;
    const { field, text, start, end } = before;
    const splice = spliceBetween(text, field.value);
    // What a step brings back at the cursor comes before it, another program's text after it: as in the text editor.
    const side = this.context() ? 'after' : 'before';
    field.setSelectionRange(mapOffset(start, splice, side), mapOffset(end, splice, side));
  }

  override render() {
    return null;
  }
}
