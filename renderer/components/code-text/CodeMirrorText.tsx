import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { CodeTextProps } from './code-text-props.ts';
import { editorBasics, writing } from './editor-basics.ts';
import { languageExtension } from './languages.ts';
import { showProblems } from './located-problems.ts';
import { slotContext } from './slot-context.ts';
import { definitionKind } from './yaml-completion.ts';

export type { CodeTextProps };

/** Marks a change that came through `value`, so that it is not reported as typed. */
const fromOutside = Annotation.define<true>();

/**
 * CodeMirror as a controlled component. It keeps no history: undo belongs to the whole file, across all fields, and
 * reaches the editor through `value`. What an input method composes is told once it is composed.
 */
export default function CodeMirrorText(props: CodeTextProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  /** What was typed and has not come back as `value` yet, the newest last. */
  const told = useRef<string[]>([]);
  const parts = useRef({ language: new Compartment(), context: new Compartment() });
  const { label, value, language, slotArguments, problems } = props;
  const isReadOnly = !props.onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below carry every later change in.
  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          editorBasics,
          telling(latest, told.current),
          parts.current.context.of(contextExtension(latest)),
          parts.current.language.of([writing(label, language, isReadOnly), languageExtension(language)]),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    const place = told.current.lastIndexOf(value);
    const isPast = place >= 0 && place < told.current.length - 1;
    told.current.splice(0, place < 0 ? told.current.length : place + 1);
    // What was typed a moment ago comes back while the typing goes on: the text here is newer.
    if (!editor || editor.composing || isPast) return;
    const shown = editor.state.doc.toString();
    if (shown !== value) {
      editor.dispatch({ changes: smallestChange(shown, value), annotations: fromOutside.of(true) });
    }
  }, [value]);

  useEffect(() => {
    const extension = [writing(label, language, isReadOnly), languageExtension(language)];
    view.current?.dispatch({ effects: parts.current.language.reconfigure(extension) });
  }, [label, language, isReadOnly]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read through `latest`, which holds the same.
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.context.reconfigure(contextExtension(latest)) });
  }, [slotArguments, props.definitionKind]);

  useEffect(() => {
    view.current?.dispatch({ effects: showProblems(problems) });
  }, [problems]);

  const takesFocus = props.takesFocus ?? false;
  useEffect(() => {
    const editor = view.current;
    if (!editor || !takesFocus) return;
    editor.focus();
    editor.dispatch({ selection: { anchor: 0, head: editor.state.doc.length } });
  }, [takesFocus]);

  return <div ref={parent} />;
}

type Latest = { readonly current: CodeTextProps };

function contextExtension(latest: Latest): Extension {
  const { slotArguments = [], parameters, onAddArguments, definitionKind: kind } = latest.current;
  return [
    definitionKind.of(kind),
    slotContext.of({
      declared: slotArguments,
      parameters,
      ...(onAddArguments && { addArguments: (names) => latest.current.onAddArguments?.(names) }),
    }),
  ];
}

/** Tells what is typed, noting it in `told`, and where the focus is. */
function telling(latest: Latest, told: string[]): Extension {
  const tell = ({ state }: EditorView) => {
    const text = state.doc.toString();
    // Typed back to what the page shows: nothing is on its way any more.
    if (text === latest.current.value) told.length = 0;
    else told.push(text);
    latest.current.onChange?.(text);
  };
  /** Something was composed that is not told yet. */
  let isHeld = false;
  return [
    EditorView.updateListener.of(({ docChanged, focusChanged, transactions, view }) => {
      if (docChanged && !transactions.some((transaction) => transaction.annotation(fromOutside))) {
        isHeld = view.composing;
        if (!isHeld) tell(view);
      }
      if (focusChanged) (view.hasFocus ? latest.current.onFocus : latest.current.onBlur)?.();
    }),
    EditorView.domEventHandlers({
      compositionend: (_event, view) => {
        // The editor takes the composed text in after this event.
        setTimeout(() => {
          if (isHeld && !view.composing) tell(view);
          isHeld &&= view.composing;
        }, 30);
      },
    }),
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
