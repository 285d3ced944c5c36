/**
 * Parses notebook files. A notebook is one expression in full form: heads with arguments, lists, strings and rules. Skips
 * numbers and options, which are not text. Never fails, in time linear in the size of the file.
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
  /** Whether its elements are left out. */
  readonly isEmpty: boolean;
}

/** No real notebook is nested this deeply. Deeper text is not read, because each level costs memory. */
const maxDepth = 2_000;
const otherNode: Node = { kind: 'other' };

const token = /\(\*|[A-Za-z$][\w$`]*|"|->|:>|[[\]{},]|[\d.`*^+-]+|[^\s]/g;

/**
 * The outermost expressions of a text.
 * @param withoutArguments heads whose arguments are left out, such as graphics with millions of numbers
 */
export function readExpressions(text: string, withoutArguments: RegExp): readonly Node[] {
  const problems = { ...problemList(''), add: () => {} };
  const outermostFrame: Frame = { head: 'List', args: [], node: undefined, isOption: false, isEmpty: false };
  const frames = [outermostFrame];
  let frame = outermostFrame;
  let symbol: string | undefined;

  const endElement = () => {
    if (frame.node && !frame.isOption && !frame.isEmpty) frame.args.push(frame.node);
    frame.node = undefined;
    frame.isOption = false;
  };
  const open = (head: string) => {
    const isEmpty = frame.isEmpty || withoutArguments.test(head);
    frame = { head, args: [], node: undefined, isOption: false, isEmpty };
    frames.push(frame);
  };
  const close = () => {
    endElement();
    if (frames.length === 1) return;
    const { head, args } = frame;
    frames.pop();
    frame = frames.at(-1) ?? outermostFrame;
    frame.node ??= { kind: 'call', head, args };
  };

  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [spelling] = match;
    const head = symbol;
    symbol = undefined;
    if (spelling === '"') {
      const string = readString(text, match.index, problems);
      if (!string) break;
      frame.node ??= { kind: 'string', value: string.value };
      token.lastIndex = string.end;
    } else if (spelling === '(*') {
      const end = text.indexOf('*)', token.lastIndex);
      if (end < 0) break;
      token.lastIndex = end + 2;
    } else if ((spelling === '[' || spelling === '{') && frames.length > maxDepth) break;
    else if (spelling === '[') open(head ?? '');
    else if (spelling === '{') open('List');
    else if (spelling === ']' || spelling === '}') close();
    else if (spelling === ',') endElement();
    else if (spelling === '->' || spelling === ':>') frame.isOption = true;
    else if (/^[A-Za-z$]/.test(spelling)) {
      symbol = spelling;
      if (text[token.lastIndex] !== '[') frame.node ??= otherNode;
    } else frame.node ??= otherNode;
  }
  while (frames.length > 1) close();
  endElement();
  return outermostFrame.args;
}
