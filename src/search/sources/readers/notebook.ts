/** Reads Wolfram notebooks without a kernel: their cells in order. */
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';
import { type Node, readExpressions } from './notebook-expression.ts';

type Call = Extract<Node, { kind: 'call' }>;

/** Cell styles of headings, and their levels. */
const levels: Readonly<Record<string, number>> = {
  Title: 1,
  ObjectName: 1,
  ObjectNameSmall: 1,
  GuideTitle: 1,
  TutorialTitle: 1,
  TutorialMainTitle: 1,
  HowToTitle: 1,
  TOCDocumentTitle: 1,
  Chapter: 2,
  Section: 2,
  NotesSection: 2,
  PrimaryExamplesSection: 2,
  SeeAlsoSection: 2,
  GuideFunctionsSubsection: 2,
  TutorialSection: 2,
  Subsection: 3,
  ExampleSection: 3,
  TutorialSubsection: 3,
  Subsubsection: 4,
  ExampleSubsection: 4,
  Subsubsubsection: 5,
  ExampleSubsubsection: 5,
};

const codeStyles = new Set(['Input', 'Code', 'Program', 'ExternalLanguage', 'CodeText', 'InlineInput']);
const resultStyles = new Set(['Output', 'Print']);
/** Cell styles of navigation, data and decoration. */
const skippedStyles =
  /^(AnchorBar|Footer|Categorization|Keywords|History|SearchPage|Spacer|Notebook|DockedCell|Template|ExerciseSection|FooterCell|LinkTrail|PageHeader|Metadata|Message|MSG|WolframAlpha)/;
/** Pictures and controls, which have no text. */
const pictures =
  /^(Graphics|Raster|Image|DynamicModule|Dynamic|Slider|Checkbox|PaneSelector|PopupMenu|Opener|Animator|Compressed|Manipulate|Locator|Geo|Tooltip2?Data)/;
/** Longer results are cut. UTF-16 code units. */
const maxResultLength = 600;

/** Reads one notebook. Its title is the first title cell, else the file name. */
export function readNotebook(text: string, location: string): Page {
  const blocks: PlacedBlock[] = [];
  for (const node of readExpressions(text, pictures)) collect(node, blocks);
  const firstHeading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  const title = firstHeading?.kind === 'heading' ? firstHeading.text : titleFromLocation(location);
  return { title, location, blocks: blocks.filter((block) => block !== firstHeading) };
}

/** All cells in order, from all groups. */
function collect(node: Node, blocks: PlacedBlock[]): void {
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind !== 'call') continue;
    if (next.head === 'Cell' && !isGroup(next.args[0])) addCell(next, blocks);
    else for (let index = next.args.length - 1; index >= 0; index--) open.push(next.args[index] as Node);
  }
}

function isGroup(content: Node | undefined): boolean {
  return content?.kind === 'call' && content.head === 'CellGroupData';
}

function addCell(cell: Call, blocks: PlacedBlock[]): void {
  const [content, ...rest] = cell.args;
  const styles = rest.flatMap((node) => (node.kind === 'string' ? [node.value] : []));
  const [style = 'Text'] = styles;
  if (!content || styles.some((value) => skippedStyles.test(value))) return;
  const isCode = codeStyles.has(style);
  const text = textOf(content, isCode || resultStyles.has(style)).trim();
  if (text === '') return;
  const level = levels[style];
  if (level !== undefined) blocks.push({ kind: 'heading', level, text: text.replace(/\s+/g, ' ') });
  else if (isCode) blocks.push({ kind: 'code', text, language: 'wl' });
  else if (resultStyles.has(style)) addResult(text, blocks);
  else blocks.push({ kind: 'text', text: /^(Item|Subitem|Bullet|Notes$)/.test(style) ? `- ${text}` : text });
}

/** A result follows its input as a comment. */
function addResult(text: string, blocks: PlacedBlock[]): void {
  const comment = `(* ${text.length > maxResultLength ? `${text.slice(0, maxResultLength)} …` : text} *)`;
  const last = blocks.at(-1);
  if (last?.kind === 'code') blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${comment}` };
  else blocks.push({ kind: 'code', text: comment, language: 'wl' });
}

/** Boxes nested more deeply are left out. */
const maxDepth = 200;

/** The text of boxes, on one line. */
function textOf(node: Node, isCode: boolean, depth = 0): string {
  if (depth > maxDepth) return '';
  if (node.kind === 'string') return linear(node.value, isCode, depth);
  if (node.kind === 'other') return '';
  const { head, args } = node;
  const part = (index: number) => {
    const arg = args[index];
    return arg ? textOf(arg, isCode, depth + 1) : '';
  };
  const joinArgs = (separator: string) => args.map((arg) => textOf(arg, isCode, depth + 1)).join(separator);
  switch (head) {
    case 'List':
      return joinArgs('');
    case 'SuperscriptBox':
      return `${part(0)}^${parenthesise(part(1))}`;
    case 'SubscriptBox':
      return `${part(0)}_${parenthesise(part(1))}`;
    case 'SubsuperscriptBox':
      return `${part(0)}_${parenthesise(part(1))}^${parenthesise(part(2))}`;
    case 'FractionBox':
      return `${parenthesise(part(0))}/${parenthesise(part(1))}`;
    case 'SqrtBox':
      return `Sqrt[${part(0)}]`;
    case 'RadicalBox':
      return `Surd[${part(0)}, ${part(1)}]`;
    case 'UnderscriptBox':
    case 'OverscriptBox':
    case 'UnderoverscriptBox':
      return joinArgs(' ');
    case 'GridBox':
      return rowsOf(args[0], isCode, depth);
    case 'Cell': {
      // A formula inside text.
      const isInline = args.slice(1).some((arg) => arg.kind === 'string' && /^Inline|Formula|^Input$/.test(arg.value));
      return isInline && !isCode ? `\`${textOf(args[0] ?? node, true, depth + 1).replaceAll('`', '')}\`` : part(0);
    }
    default:
      return pictures.test(head) ? '' : part(0);
  }
}

function rowsOf(grid: Node | undefined, isCode: boolean, depth: number): string {
  if (grid?.kind !== 'call') return '';
  return grid.args
    .map((row) =>
      (row.kind === 'call' ? row.args : [row])
        .map((cell) => textOf(cell, isCode, depth + 2).trim())
        .filter((text) => text !== '')
        .join(isCode ? ' ' : ' | '),
    )
    .join('\n');
}

function parenthesise(text: string): string {
  return /^[\w.]*$/.test(text) ? text : `(${text})`;
}

/** Boxes in a string are between `\!\(\*` and `\)`. */
function linear(text: string, isCode: boolean, depth: number): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('\\!\\(', at);
    const end = start < 0 ? -1 : text.indexOf('\\)', start + 4);
    if (end < 0) return parts.join('') + text.slice(at);
    const inner = text.slice(start + 4, end).replace(/^\\?\*/, '');
    const [box] = readExpressions(inner, pictures);
    parts.push(text.slice(at, start), box?.kind === 'call' ? textOf(box, isCode, depth + 1) : inner);
    at = end + 2;
  }
}
