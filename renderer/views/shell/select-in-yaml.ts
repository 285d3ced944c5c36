/** Selects parts of the text in the YAML view. */
import type { FindMatch, ProblemView } from '../../../src/contract/contract.ts';

/** What is selected in a text: offsets in UTF-16 code units. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** CodeMirror is loaded already, because the element belongs to it. */
export async function selectIn(content: HTMLElement, place: (text: string) => Extent): Promise<void> {
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(content);
  if (!view) return;
  const { from, to } = place(view.state.doc.toString());
  const end = view.state.doc.length;
  const anchor = Math.min(from, end);
  view.dispatch({
    selection: { anchor, head: Math.min(to, end) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}

export function cursorAt(offset: number): Extent {
  return { from: offset, to: offset };
}

export function offsetOf(text: string, { line, column }: ProblemPlace): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, line) => sum + line.length + 1, 0) + column - 1;
}

export function rangeOf({ offset, ranges }: FindMatch): Extent {
  const [from, to] = ranges[0] ?? [0, 0];
  return { from: offset, to: offset + to - from };
}

/** Finds a match line by line in the file text; fails where YAML escapes the text. */
export function offsetOfMatch(text: string, { excerpt, ranges }: FindMatch): Extent {
  const [from, to] = ranges[0] ?? [0, 0];
  const line = text.indexOf(excerpt.replaceAll(/^…|…$/g, '').trim());
  const index = text.indexOf(excerpt.slice(from, to), Math.max(line, 0));
  return index < 0 ? { from: 0, to: 0 } : { from: index, to: index + to - from };
}

/** What a problem or an advice says about its place. Lines and columns count from 1. */
export type ProblemPlace = Pick<ProblemView, 'file' | 'at' | 'line' | 'column'>;
