/** The part of Handlebars that prompt files use, as a tree: text, values, roles and conditions. Never throws; linear. */

export type HandlebarsNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'role'; readonly role: string }
  | {
      readonly kind: 'if';
      readonly name: string;
      /** `#unless`. */
      readonly isNot: boolean;
      readonly whenTrue: readonly HandlebarsNode[];
      readonly whenFalse: readonly HandlebarsNode[];
    }
  /** Something else, as it was written; a block's content is gone with it. */
  | { readonly kind: 'other'; readonly written: string };

export interface ParsedHandlebars {
  readonly nodes: readonly HandlebarsNode[];
  /** Blocks that are never closed, or closed without being open. */
  readonly problems: readonly { readonly message: string; readonly offset: number }[];
}

interface Open {
  readonly block: string;
  readonly condition: { readonly name: string; readonly isNot: boolean } | undefined;
  readonly written: string;
  readonly offset: number;
  readonly whenTrue: HandlebarsNode[];
  readonly whenFalse: HandlebarsNode[];
  isElse: boolean;
}

const tag = /\\?\{\{\{?(?:!--[\s\S]*?--|[^{}]*?)\}?\}\}/g;
const path = /^(?:this\.)?[\p{L}_][\p{L}\p{N}_.-]*$/u;
const depthLimit = 50;

export function parseHandlebars(text: string): ParsedHandlebars {
  const root: Open = {
    block: '',
    condition: undefined,
    written: '',
    offset: 0,
    whenTrue: [],
    whenFalse: [],
    isElse: false,
  };
  const stack: Open[] = [root];
  const problems: { message: string; offset: number }[] = [];
  let end = 0;
  let trimsAfter = false;
  const top = () => stack.at(-1) ?? root;
  const add = (node: HandlebarsNode) => {
    const { isElse, whenTrue, whenFalse } = top();
    (isElse ? whenFalse : whenTrue).push(node);
  };

  for (const match of text.matchAll(tag)) {
    const [written] = match;
    const isEscaped = written.startsWith('\\');
    const inner = written.replace(/^\\?\{{2,3}~?|~?\}{2,3}$/g, '').trim();
    let before = text.slice(end, match.index);
    if (/^\\?\{{2,3}~/.test(written)) before = before.trimEnd();
    if (trimsAfter) before = before.trimStart();
    trimsAfter = /~\}{2,3}$/.test(written);
    if (before !== '') add({ kind: 'text', text: before });
    end = match.index + written.length;
    if (isEscaped) add({ kind: 'text', text: written.slice(1) });
    else if (inner.startsWith('!')) continue;
    else if (inner.startsWith('#')) {
      if (stack.length > depthLimit) {
        problems.push({ message: `Blocks are more than ${depthLimit} deep.`, offset: match.index });
        break;
      }
      stack.push(opened(inner, written, match.index));
    } else if (inner.startsWith('/')) {
      const closed = stack.length > 1 && top().block === inner.slice(1).trim() ? stack.pop() : undefined;
      if (closed) add(nodeOf(closed));
      else problems.push({ message: `${written} closes nothing that is open.`, offset: match.index });
    } else if (inner === 'else' || inner === '^') {
      if (stack.length > 1) top().isElse = true;
      else problems.push({ message: `${written} stands outside a condition.`, offset: match.index });
    } else add(simple(inner, written));
  }
  if (end < text.length) add({ kind: 'text', text: text.slice(end) });
  const unclosed = stack[1];
  if (unclosed) problems.push({ message: `${unclosed.written} is never closed.`, offset: unclosed.offset });
  return { nodes: root.whenTrue, problems };
}

function opened(inner: string, written: string, offset: number): Open {
  const [block = '', name = '', ...rest] = inner.slice(1).trim().split(/\s+/);
  const isCondition = (block === 'if' || block === 'unless') && path.test(name) && rest.length === 0;
  const condition = isCondition ? { name: name.replace(/^this\./, ''), isNot: block === 'unless' } : undefined;
  return { block, condition, written, offset, whenTrue: [], whenFalse: [], isElse: false };
}

function nodeOf({ condition, written, whenTrue, whenFalse }: Open): HandlebarsNode {
  return condition ? { kind: 'if', ...condition, whenTrue, whenFalse } : { kind: 'other', written };
}

function simple(inner: string, written: string): HandlebarsNode {
  const role = /^role\s+["'](\w+)["']$/.exec(inner)?.[1];
  if (role !== undefined) return { kind: 'role', role };
  if (path.test(inner) && inner !== 'history') return { kind: 'value', name: inner.replace(/^this\./, '') };
  return { kind: 'other', written };
}
