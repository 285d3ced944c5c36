import { defaultKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { languageExtension } from './languages.ts';
import { codeTheme } from './theme.ts';

export type CodeLanguage = 'text' | 'template' | 'javascript' | 'yaml';

export interface CodeTextProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  /** Absent for a text that can only be read. */
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
  readonly language: CodeLanguage;
  /** Names that a template's slots may have. */
  readonly slots?: readonly string[];
  readonly isInvalid?: boolean;
  /** Takes the focus as soon as it is there, with all of its text selected. */
  readonly takesFocus?: boolean;
  readonly onFocus?: () => void;
}

/** Marks a change that came through `value`, so that it is not reported as typed. */
const fromOutside = Annotation.define<true>();

/**
 * CodeMirror as a controlled component. It keeps no history: undo belongs to the whole file, across all fields, and
 * reaches the editor through `value`.
 */
export default function CodeMirrorText(props: CodeTextProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const changing = useRef(new Compartment());
  const { label, value, language, slots } = props;
  const isReadOnly = !props.onChange;
  const slotsKey = slots?.join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below carry every later change in.
  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: value,
        extensions: [fixedExtensions(latest), changing.current.of(changingExtensions(props))],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({
        changes: smallestChange(editor.state.doc.toString(), value),
        annotations: fromOutside.of(true),
      });
    }
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the slots' names stand for the list, which is new at every render.
  useEffect(() => {
    view.current?.dispatch({
      effects: changing.current.reconfigure(changingExtensions({ label, language, slots: slots ?? [], isReadOnly })),
    });
  }, [label, language, slotsKey, isReadOnly]);

  const takesFocus = props.takesFocus ?? false;
  useEffect(() => {
    const editor = view.current;
    if (!editor || !takesFocus) return;
    editor.focus();
    editor.dispatch({ selection: { anchor: 0, head: editor.state.doc.length } });
  }, [takesFocus]);

  return <div ref={parent} />;
}

function fixedExtensions(latest: { readonly current: CodeTextProps }): Extension {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    keymap.of(defaultKeymap),
    highlightSpecialChars(),
    drawSelection(),
    EditorView.lineWrapping,
    codeTheme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromOutside))) {
        latest.current.onChange?.(update.state.doc.toString());
      }
      if (update.focusChanged && update.view.hasFocus) latest.current.onFocus?.();
      if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur?.();
    }),
  ];
}

function changingExtensions(given: {
  label: string;
  language: CodeLanguage;
  slots?: readonly string[];
  isReadOnly?: boolean;
  onChange?: unknown;
}): Extension {
  const isReadOnly = given.isReadOnly ?? !given.onChange;
  return [
    EditorView.contentAttributes.of({
      'aria-label': given.label,
      spellcheck: String(given.language === 'text' || given.language === 'template'),
      // A text that cannot be typed into is still reached and read with the keyboard.
      ...(isReadOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.editorAttributes.of({
      class: given.language === 'text' || given.language === 'template' ? 'prose' : '',
    }),
    languageExtension(given.language, given.slots ?? []),
  ];
}

/** The one replacement that makes `after` of `before`; what it leaves alone keeps the cursor where it was. */
function smallestChange(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
