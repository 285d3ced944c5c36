import { autocompletion } from '@codemirror/autocomplete';
import type { StringStream } from '@codemirror/language';
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { lineNumbers } from '@codemirror/view';
import { completionOf, fixKey } from './fix-completion.ts';
import { fixesOnLine } from './located-problems.ts';
import { offerKeys } from './yaml-completion.ts';

interface State {
  /** Of the line whose text follows in a block (`|` or `>`): deeper lines are that text. */
  readonly block: number | undefined;
  /** Whether the block holds a template or code, by the key before it. */
  readonly holds: 'text' | 'template';
}

const outsideBlock: State = { block: undefined, holds: 'text' };
const key = /^[\w$][\w$ -]*(?=:(?:\s|$))/;

/** Highlights keys, comments, quoted texts and block scalars. */
const language = StreamLanguage.define<{ current: State }>({
  name: 'yaml',
  startState: () => ({ current: outsideBlock }),
  copyState: ({ current }) => ({ current }),
  languageData: { commentTokens: { line: '#' } },
  blankLine: () => {},
  token(stream, state) {
    const { block, holds } = state.current;
    if (block !== undefined) {
      if (stream.indentation() > block) return holds === 'template' ? slotOrText(stream) : takeRest(stream, 'string');
      state.current = outsideBlock;
    }
    if (stream.eatSpace()) return null;
    // A bounded prefix decides, so long lines stay fast.
    const before = stream.string.slice(Math.max(0, stream.pos - 80), stream.pos);
    const begins = /(?:^|[\s[{,])$/.test(before);
    if (begins && stream.match(/^#.*/)) return 'comment';
    if (begins && stream.match(/^[|>][+-]?\d?[+-]?(?=\s*(?:#.*)?$)/)) {
      const holder = /([\w$-]+)\s*:\s*$/.exec(before)?.[1] ?? '';
      state.current = { block: blockIndent(before), holds: /^stringtemplate$/i.test(holder) ? 'template' : 'text' };
      return 'operator';
    }
    if (begins && (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/))) return 'string';
    if (/^[\s-]*$|[{,]\s*$/.test(before) && stream.match(key)) return 'propertyName';
    if (begins && stream.match(/^(?:true|false|null|-?\d+(?:\.\d+)?)(?=\s*(?:[,\]}#]|$))/)) return 'atom';
    if (!stream.eatWhile(/[\w$-]/)) stream.next();
    return null;
  },
});

export const yaml: Extension = [
  language,
  lineNumbers(),
  autocompletion({ override: [completionOf(fixesOnLine, [offerKeys])], icons: false }),
  fixKey,
];

/** The lines of a block are indented deeper than its key, or than the dash before it. */
function blockIndent(before: string): number {
  const dashes = /^\s*(?:-\s+)*/.exec(before)?.[0] ?? '';
  const hasKey = before.slice(dashes.length).includes(':');
  return hasKey ? dashes.length : Math.max(dashes.trimEnd().length - 1, 0);
}

function takeRest(stream: StringStream, style: string): string {
  stream.skipToEnd();
  return style;
}

function slotOrText(stream: StringStream): string {
  if (stream.match(/^`(?:[\p{L}_][\p{L}\p{M}\p{N}_-]*|[1-9]\d*)?`/u)) return 'labelName';
  stream.next();
  stream.eatWhile(/[^`]/);
  return 'string';
}
