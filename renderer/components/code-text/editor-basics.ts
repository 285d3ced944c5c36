import { defaultKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import type { CodeLanguage } from './code-text-props.ts';
import { locatedProblems } from './located-problems.ts';
import { codeTheme } from './theme.ts';

function nonce(): Extension {
  const value = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return value ? EditorView.cspNonce.of(value) : [];
}

/** Extensions for every language. */
export const editorBasics: Extension = [
  nonce(),
  keymap.of(defaultKeymap),
  highlightSpecialChars(),
  drawSelection(),
  EditorView.lineWrapping,
  codeTheme,
  locatedProblems,
];

/** The accessible name, the appearance, and whether the text is read-only. */
export function writing(label: string, language: CodeLanguage, isReadOnly: boolean): Extension {
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
