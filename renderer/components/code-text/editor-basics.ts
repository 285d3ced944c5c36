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

/** What every text has, whatever its language. */
export const editorBasics: Extension = [
  nonce(),
  keymap.of(defaultKeymap),
  highlightSpecialChars(),
  drawSelection(),
  EditorView.lineWrapping,
  codeTheme,
  locatedProblems,
];

/** What a text is called, how it is drawn, and whether it can be typed into. */
export function writing(label: string, language: CodeLanguage, isReadOnly: boolean): Extension {
  const isProse = language === 'text' || language === 'template';
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: String(isProse),
      // A text that cannot be typed into is still reached and read with the keyboard.
      ...(isReadOnly ? { tabindex: '0', 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.editorAttributes.of({ class: isProse ? 'prose' : '' }),
  ];
}
