/**
 * Parses notebook files. A notebook is one expression in full form: heads with arguments, lists, strings and rules. Numbers and
 * options with operators are not text and are skipped. Linear in the size of the file; never fails.
 */
import { problemList } from '../../../wolfram/problems.ts';
import { readString } from '../../../wolfram/syntax/strings.ts';

/** A string, a head with arguments (lists have the head `List`), or a symbol for anything else. Options are left out. */
export type Node =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'call'; readonly head: string; readonly args: readonly Node[] }
  | { readonly kind: 'other' };

interface Frame {
  readonly head: string;
  readonly args: Node[];
  /** The current element. */
  node: Node | undefined;
  isOption: boolean;
}

const token = /\(\*[\s\S]*?\*\)|[A-Za-z$][\w$`]*|"|->|:>|[[\]{},]|[\d.`*^+-]+|[^\s]/g;

/** The outermost expressions of a text. */
export function readExpressions(text: string): readonly Node[] {
  const problems = { ...problemList(''), add: () => {} };
  const outermost: Frame = { head: 'List', args: [], node: undefined, isOption: false };
  const frames = [outermost];
  let frame = outermost;
  let symbol: string | undefined;

  const endElement = () => {
    if (frame.node && !frame.isOption) frame.args.push(frame.node);
    frame.node = undefined;
    frame.isOption = false;
  };
  const open = (head: string) => {
    frame = { head, args: [], node: undefined, isOption: false };
    frames.push(frame);
  };
  const close = () => {
    endElement();
    if (frames.length === 1) return;
    const { head, args } = frame;
    frames.pop();
    frame = frames.at(-1) ?? outermost;
    frame.node ??= { kind: 'call', head, args };
  };

  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [written] = match;
    const head = symbol;
    symbol = undefined;
    if (written === '"') {
      const string = readString(text, match.index, problems);
      if (!string) break;
      frame.node ??= { kind: 'string', value: string.value };
      token.lastIndex = string.end;
    } else if (written === '[') open(head ?? '');
    else if (written === '{') open('List');
    else if (written === ']' || written === '}') close();
    else if (written === ',') endElement();
    else if (written === '->' || written === ':>') frame.isOption = true;
    else if (/^[A-Za-z$]/.test(written)) {
      symbol = written;
      if (text[token.lastIndex] !== '[') frame.node ??= { kind: 'other' };
    } else if (!written.startsWith('(*')) frame.node ??= { kind: 'other' };
  }
  while (frames.length > 1) close();
  endElement();
  return outermost.args;
}
