/** Random YAML files in typical handwritten styles, for property tests of editing. */
import * as fc from 'fast-check';

/** A value with its YAML style. */
export type WrittenValue =
  | {
      readonly kind: 'text';
      readonly lines: readonly string[];
      readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded';
    }
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly WrittenEntry[]; readonly style: 'indented' | 'flush' | 'flow' }
  | { readonly kind: 'map'; readonly entries: readonly WrittenEntry[]; readonly style: 'block' | 'flow' };

export interface WrittenEntry {
  readonly value: WrittenValue;
  readonly above: boolean;
  readonly beside: boolean;
  readonly blank: boolean;
  readonly below: boolean;
}

const word = fc
  .stringMatching(/^[a-z][a-z0-9]{0,5}$/)
  .filter((text) => !/^(null|true|false|yes|no|on|off|y|n)$/.test(text));
const line = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const text: fc.Arbitrary<WrittenValue> = fc.record({
  kind: fc.constant('text' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  style: fc.constantFrom('plain', 'plain', 'single', 'double', 'literal', 'folded'),
});
const otherArbitrary: fc.Arbitrary<WrittenValue> = fc.record({
  kind: fc.constant('other' as const),
  text: fc.constantFrom('1', '-2.5', 'true', 'false', '', '~', 'null', '[]', '{}'),
});

function entries(value: fc.Arbitrary<WrittenValue>): fc.Arbitrary<WrittenEntry[]> {
  const flag = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
  const entry = fc.record({ value, above: flag, beside: flag, blank: flag, below: flag });
  return fc.array(entry, { minLength: 1, maxLength: 4 });
}

const value: fc.Arbitrary<WrittenValue> = fc.letrec<{ value: WrittenValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    otherArbitrary,
    fc.record({
      kind: fc.constant('list' as const),
      items: entries(tie('value')),
      style: fc.constantFrom('indented', 'flush', 'flow'),
    }),
    fc.record({
      kind: fc.constant('map' as const),
      entries: entries(tie('value')),
      style: fc.constantFrom('block', 'block', 'flow'),
    }),
  ),
})).value;

export interface WrittenFile {
  readonly text: string;
  /** Whether the file contains an anchor with aliases. */
  readonly hasAlias: boolean;
}

/** A file whose root is a block map with the keys k0, k1, …. All its comments are different. */
export const writtenFile: fc.Arbitrary<WrittenFile> = fc
  .record({
    root: entries(value),
    step: fc.constantFrom(2, 2, 4),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    hasAlias: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    start: fc.constantFrom('', '', '\ufeff', '# head\n\n', '---\n'),
    end: fc.constantFrom('\n', '\n', '', '\n\n', '\n# foot\n'),
  })
  .map(({ root, step, lineBreak, hasAlias, start, end }) => {
    const printer = new Printer(step);
    const lines = printer.map(root, 0);
    const alias = hasAlias ? ['anchored: &shared some text', 'alias: *shared', 'list:', '  - *shared'] : [];
    const wholeText = start + [...alias, ...lines].join('\n') + end;
    return { text: wholeText.replaceAll('\n', lineBreak), hasAlias };
  });

class Printer {
  private comments = 0;
  private readonly step: number;

  constructor(step: number) {
    this.step = step;
  }

  map(entries: readonly WrittenEntry[], column: number): string[] {
    return entries.flatMap((entry, index) => this.entry(`k${index}:`, entry, column, 'key'));
  }

  private list(items: readonly WrittenEntry[], column: number): string[] {
    return items.flatMap((child) => this.entry('-', child, column, 'dash'));
  }

  private entry(lead: string, entry: WrittenEntry, column: number, kind: 'key' | 'dash'): string[] {
    const { head, body, endsOpen } = this.value(entry.value, column, kind);
    const indentation = ' '.repeat(column);
    const besideText = entry.beside && !/^[|>]/.test(head) ? ` ${this.comment()}` : '';
    return [
      ...(entry.above ? [indentation + this.comment()] : []),
      `${indentation}${lead}${head === '' ? '' : ` ${head}`}${besideText}`,
      ...body,
      // Blank lines and comments directly after a block scalar would become its text.
      ...(entry.below && !endsOpen ? [`${indentation}${this.comment()}`] : []),
      ...(entry.blank && !endsOpen ? [''] : []),
    ];
  }

  private value(
    value: WrittenValue,
    column: number,
    kind: 'key' | 'dash',
  ): { head: string; body: string[]; endsOpen: boolean } {
    const innerColumn = column + this.step;
    switch (value.kind) {
      case 'other':
        return { head: value.text, body: [], endsOpen: false };
      case 'text':
        return this.text(value, innerColumn);
      case 'list': {
        if (value.style === 'flow') return { head: this.flow(value), body: [], endsOpen: false };
        const isFlush = value.style === 'flush' && kind === 'key';
        return { ...below(this.list(value.items, isFlush ? column : innerColumn)), endsOpen: endsOpen(value) };
      }
      case 'map': {
        if (value.style === 'flow') return { head: this.flow(value), body: [], endsOpen: false };
        if (kind === 'key') return { ...below(this.map(value.entries, innerColumn)), endsOpen: endsOpen(value) };
        const [firstEntry, ...otherEntries] = value.entries;
        if (!firstEntry) return { head: '{}', body: [], endsOpen: false };
        // No comment fits above a first key that is on the dash's line.
        const lines = this.map([{ ...firstEntry, above: false }, ...otherEntries], column + 2);
        return { head: (lines[0] ?? '').trimStart(), body: lines.slice(1), endsOpen: endsOpen(value) };
      }
    }
  }

  private text({ lines, style }: WrittenValue & { kind: 'text' }, column: number) {
    const indentation = ' '.repeat(column);
    if (style === 'literal' || style === 'folded') {
      const head = style === 'literal' ? '|' : '>-';
      return { head, body: lines.map((line) => indentation + line), endsOpen: true };
    }
    return { head: inline(lines, style), body: [], endsOpen: false };
  }

  private flow(value: WrittenValue): string {
    switch (value.kind) {
      case 'other':
        return value.text === '' ? 'null' : value.text;
      case 'text':
        return inline(value.lines, value.style);
      case 'list':
        return `[${value.items.map((child) => this.flow(child.value)).join(', ')}]`;
      case 'map':
        return `{ ${value.entries.map((entry, index) => `k${index}: ${this.flow(entry.value)}`).join(', ')} }`;
    }
  }

  private comment(): string {
    return `# comment ${this.comments++};`;
  }
}

function inline(lines: readonly string[], style: string): string {
  const text = lines.join(' ');
  if (style === 'single') return `'${text}'`;
  return style === 'double' ? `"${lines.join('\\n')}"` : text;
}

function below(body: string[]): { head: string; body: string[] } {
  return { head: '', body };
}

/** Whether the last line printed for a value belongs to a block scalar. */
function endsOpen(value: WrittenValue): boolean {
  if (value.kind === 'text') return value.style === 'literal' || value.style === 'folded';
  if (value.kind === 'other' || value.style === 'flow') return false;
  const lastEntry = (value.kind === 'list' ? value.items : value.entries).at(-1);
  return lastEntry !== undefined && endsOpen(lastEntry.value);
}
