/** Syntax colours, from the design tokens, for every theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

function waveLine(colour: string) {
  return { textDecoration: `underline wavy ${colour}`, textDecorationSkipInk: 'none', textUnderlineOffset: '3px' };
}

/** The editor's theme; the design tokens provide light and dark. */
const look = EditorView.theme({
  '&': { flex: '1 0 auto', fontSize: '12px', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  // No ligatures: every character is visible.
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: '20px',
    flex: '1 0 auto',
    height: 'auto',
    overflow: 'visible',
  },
  '&.prose': { fontSize: '13px' },
  '&.prose .cm-scroller': { fontFamily: 'var(--font-ui)', lineHeight: '21px' },
  // About 80 characters.
  '&.prose .cm-content': { maxWidth: '70ch' },
  '.cm-content': { alignSelf: 'stretch', padding: '8px 0', minHeight: '76px', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(oklch(88% 0.05 187), oklch(38% 0.05 188))',
  },
  '.cm-slot': {
    padding: '1px 0',
    borderRadius: '4px',
    backgroundColor: 'var(--thread-soft)',
    boxShadow: '0 0 0 1px var(--thread-line)',
    color: 'var(--thread)',
    fontWeight: '500',
  },
  '.cm-slot-unknown': {
    backgroundColor: 'var(--warning-soft)',
    boxShadow: '0 0 0 1px var(--warning-line)',
    color: 'var(--warning)',
  },
  '.cm-slot-tick': { opacity: '0.55' },
  '.cm-kept': {
    padding: '1px 3px',
    borderRadius: '4px',
    backgroundColor: 'var(--sunken)',
    boxShadow: '0 0 0 1px var(--line)',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.92em',
  },
  '.cm-slot-drop': { marginInline: '-1px', borderLeft: '2px solid var(--accent-strong)' },
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
  '.cm-lintRange-error': waveLine('var(--danger)'),
  '.cm-lintRange-warning': waveLine('var(--warning)'),
  '.cm-lintRange-info': {
    textDecoration: 'underline dotted var(--accent)',
    textDecorationThickness: '2px',
    textUnderlineOffset: '4px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-pop)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '5px 10px', borderLeft: '0', fontFamily: 'var(--font-ui)', maxWidth: '320px' },
  '.cm-diagnosticAction': {
    display: 'block',
    margin: '5px 0 2px',
    padding: '1px 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-s)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    cursor: 'default',
  },
  '.cm-diagnosticAction:hover': { backgroundColor: 'var(--hover)' },
  '.cm-argument': { padding: '5px 10px', maxWidth: '320px', fontFamily: 'var(--font-ui)', fontSize: '12px' },
  '.cm-argument-name': { display: 'flex', alignItems: 'center', gap: '6px', fontWeight: '600', color: 'var(--thread)' },
  '.cm-argument-name span': { fontWeight: '400', color: 'var(--ink-3)' },
  '.cm-argument-mark': {
    display: 'inline-block',
    flex: 'none',
    width: '8px',
    height: '8px',
    marginRight: '6px',
    borderRadius: '3px',
    backgroundColor: 'var(--thread)',
  },
  '.cm-argument-name .cm-argument-mark': { marginRight: '0' },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent', color: 'var(--ink-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 2px 0 8px' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent-line)',
  },
  '.cm-completionDetail': { marginLeft: '10px', fontStyle: 'normal', color: 'var(--ink-3)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo': { padding: '6px 10px', maxWidth: '320px', fontFamily: 'var(--font-ui)', fontSize: '12px' },
  '.cm-completionInfo .cm-argument': { padding: '0' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip-autocomplete li[aria-selected] .cm-argument-mark': { boxShadow: '0 0 0 1.5px var(--on-accent)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    borderRadius: 'var(--radius)',
    fontFamily: 'var(--font-ui)',
    fontSize: '13px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-strong)',
    color: 'var(--on-accent)',
  },
});

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.moduleKeyword, tags.controlKeyword, tags.operatorKeyword],
    color: 'var(--syntax-keyword)',
  },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--syntax-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--syntax-comment)' },
  {
    tag: [tags.labelName],
    color: 'var(--accent)',
    fontWeight: '600',
  },
  {
    tag: [tags.propertyName, tags.definition(tags.variableName), tags.function(tags.variableName)],
    color: 'var(--syntax-key)',
  },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];
