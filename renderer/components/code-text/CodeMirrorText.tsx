import { defaultKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { useContext, useEffect, useRef } from 'react';
import { assertNever } from '../../../src/base/assert-never.ts';
import { spliceBetween } from '../../../src/base/text/splice.ts';
import { blinkingCursor } from './blinking-cursor.ts';
import type { CodeLanguage, CodeTextProps } from './code-text-props.ts';
import { locatedProblems, showProblems } from './located-problems.ts';
import { promptFunction } from './prompt-function.ts';
import { slotChips } from './slot-chips.ts';
import { fixCompletion, slotCompletion } from './slot-completion.ts';
import { parsedText, slotContext } from './slot-context.ts';
import { slotInsertion } from './slot-insertion.ts';
import { plainTextProblems, templateProblems } from './slot-problems.ts';
import { StepContext } from './step-context.ts';
import { textOf } from './text-of.ts';
import { codeTheme } from './theme.ts';
import { yaml } from './yaml.ts';
import { definitionKind } from './yaml-completion.ts';

export type { CodeTextProps };

/** Marks a change that came through `value`, so that it is not reported to `onChange`. */
const fromOutside = Annotation.define<true>();

/**
 * CodeMirror as a controlled component. It has no history: undo belongs to the whole file, across all fields, and
 * reaches the editor through `value`. Text of an input method is reported once its composition ends.
 */
export default function CodeMirrorText(props: CodeTextProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latestProps = useRef(props);
  latestProps.current = props;
  /** Reported texts that have not come back as `value` yet, the newest last. */
  const reportedTexts = useRef<string[]>([]);
  const parts = useRef({ language: new Compartment(), context: new Compartment() });
  const isStepUnderWay = useContext(StepContext);
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
          reportChanges(latestProps, reportedTexts.current),
          parts.current.context.of(contextExtension(latestProps)),
          parts.current.language.of([contentAttributes(label, language, isReadOnly), languageExtension(language)]),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    const place = reportedTexts.current.lastIndexOf(value);
    const isPast = place >= 0 && place < reportedTexts.current.length - 1;
    reportedTexts.current.splice(0, place < 0 ? reportedTexts.current.length : place + 1);
    // An earlier text comes back during typing: the editor's text is newer.
    if (!editor || editor.composing || isPast) return;
    const shownText = textOf(editor.state.doc);
    if (shownText !== value) {
      // The smallest change keeps the cursor in place.
      const { start: from, end: to, insert } = spliceBetween(shownText, value);
      const changes = editor.state.changes({ from, to, insert });
      // What a step of undo or redo brings back at the cursor comes before it. Another program's text comes after it: the
      // person may be in the middle of a word.
      const selection = editor.state.selection.map(changes, isStepUnderWay() ? 1 : -1);
      editor.dispatch({ changes, selection, annotations: fromOutside.of(true) });
    }
  }, [value, isStepUnderWay]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const extension = [contentAttributes(label, language, isReadOnly), languageExtension(language)];
    const wasFocused = editor.hasFocus;
    editor.dispatch({ effects: parts.current.language.reconfigure(extension) });
    // Chromium takes the focus from an element that becomes editable.
    if (wasFocused) editor.focus();
  }, [label, language, isReadOnly]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read through `latestProps`, which holds the same.
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.context.reconfigure(contextExtension(latestProps)) });
  }, [slotArguments, props.definitionKind]);

  useEffect(() => {
    view.current?.dispatch({ effects: showProblems(problems) });
  }, [problems]);

  return <div ref={parent} />;
}

type Latest = { readonly current: CodeTextProps };

function contextExtension(latestProps: Latest): Extension {
  const { slotArguments = [], parameters, slotFixes, definitionKind: kind } = latestProps.current;
  return [
    definitionKind.of(kind),
    slotContext.of({
      slotArguments,
      parameters,
      fixes: slotFixes && {
        addArguments: (names) => latestProps.current.slotFixes?.addArguments(names),
        nameArgument: (name) => latestProps.current.slotFixes?.nameArgument(name),
        convertSlot: (name) => latestProps.current.slotFixes?.convertSlot(name),
        fillSlot: (extent, name) => latestProps.current.slotFixes?.fillSlot(extent, name),
        keepText: (extent) => latestProps.current.slotFixes?.keepText(extent),
        makeTemplate: () => latestProps.current.slotFixes?.makeTemplate(),
      },
    }),
  ];
}

/** Reports typed texts, which it adds to `reportedTexts`, and the focus. */
function reportChanges(latestProps: Latest, reportedTexts: string[]): Extension {
  const report = ({ state }: EditorView) => {
    const text = textOf(state.doc);
    // The text equals `value` again: no report is pending.
    if (text === latestProps.current.value) reportedTexts.length = 0;
    else reportedTexts.push(text);
    latestProps.current.onChange?.(text);
  };
  /** Composed text is not reported yet. */
  let isHeld = false;
  return [
    EditorView.updateListener.of(({ docChanged, focusChanged, transactions, view }) => {
      if (docChanged && !transactions.some((transaction) => transaction.annotation(fromOutside))) {
        isHeld = view.composing;
        if (!isHeld) report(view);
      }
      if (focusChanged && !view.hasFocus) latestProps.current.onBlur?.();
    }),
    EditorView.domEventHandlers({
      compositionend: (_event, view) => {
        // The editor applies the composed text after this event.
        setTimeout(() => {
          if (isHeld && !view.composing) report(view);
          isHeld &&= view.composing;
        }, 30);
      },
    }),
  ];
}

function nonce(): Extension {
  const value = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return value ? EditorView.cspNonce.of(value) : [];
}

/**
 * Types over a selection of several lines. Chromium would join the lines with inline styles, which the content security
 * policy refuses.
 */
const typeOverLines: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { doc, readOnly } = view.state;
    const { from, to } = targetOf(event, view);
    const isTyped = event.inputType === 'insertText' && event.data !== null && !event.isComposing;
    if (!isTyped || readOnly || to <= doc.lineAt(from).to) return false;
    event.preventDefault();
    const insert = event.data;
    const selection = { anchor: from + insert.length };
    view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** The text that an input replaces. The editor's own selection may be a moment older than the page's. */
function targetOf(event: InputEvent, view: EditorView): { readonly from: number; readonly to: number } {
  const [range] = event.getTargetRanges();
  if (!range || !view.contentDOM.contains(range.startContainer)) return view.state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

/** Extensions for every language. */
const editorBasics: Extension = [
  nonce(),
  keymap.of(defaultKeymap),
  highlightSpecialChars(),
  blinkingCursor,
  typeOverLines,
  EditorView.lineWrapping,
  codeTheme,
  locatedProblems,
];

/** The accessible name, the appearance, and whether the text is read-only. */
function contentAttributes(label: string, language: CodeLanguage, isReadOnly: boolean): Extension {
  const isProse = language === 'text' || language === 'template';
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: String(isProse),
      // A read-only text is still reachable by keyboard.
      ...(isReadOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.editorAttributes.of({ class: isProse ? 'prose' : '' }),
  ];
}

function languageExtension(language: CodeLanguage): Extension {
  switch (language) {
    case 'text':
      return [plainTextProblems, fixCompletion];
    case 'wolfram':
      return [];
    case 'template':
      return [parsedText, slotChips, templateProblems, slotCompletion, slotInsertion];
    case 'javascript':
      return promptFunction;
    case 'yaml':
      return yaml;
    default:
      return assertNever(language);
  }
}
