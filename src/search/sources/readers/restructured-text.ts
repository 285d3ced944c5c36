/** Reads reStructuredText: sections by underlines, literal blocks and code directives; everything else is text. */
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

const underline = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const codeDirectives = /^(code|code-block|sourcecode|parsed-literal|literalinclude|prompt|testcode|doctest)$/;
/** Directives with text of the page. */
const textDirectives =
  /^(note|warning|tip|hint|important|caution|danger|attention|error|admonition|seealso|versionadded|versionchanged|deprecated|topic|sidebar|rubric|epigraph|function|method|class|data|attribute|module|option|describe|(?:py|c|cpp|js|rst|std):[\w-]+)$/;

/** Reads one file. Its title is the first section, else the file name. */
export function readRestructuredText(text: string, location: string): Page {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '        '));
  const blocks = new RstReader(lines).read();
  const first = blocks[0]?.kind === 'heading' ? blocks[0] : blocks.find((block) => block.kind === 'heading');
  const isTitle = first?.kind === 'heading' && first.level === 1;
  const title = isTitle ? first.text : titleFromLocation(location);
  return { title, location, blocks: isTitle ? blocks.filter((block) => block !== first) : blocks };
}

class RstReader {
  readonly #lines: readonly string[];
  readonly #blocks: PlacedBlock[] = [];
  /** Underline characters in order of first use, which gives their level (docutils, "Sections"). */
  readonly #levels: string[] = [];
  #paragraph: string[] = [];
  #start = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): PlacedBlock[] {
    for (let at = 0; at < this.#lines.length; ) at = this.#readAt(at);
    this.#end();
    return this.#blocks;
  }

  /** @returns the next line */
  #readAt(at: number): number {
    const line = this.#lines[at] ?? '';
    if (line.trim() === '') {
      this.#end();
      return at + 1;
    }
    return this.#readHeading(at) ?? this.#readExplicit(at) ?? this.#readText(at);
  }

  #readHeading(at: number): number | undefined {
    const [line = '', next = '', after = ''] = this.#lines.slice(at, at + 3);
    const over = underline.exec(line)?.[1];
    if (over && next.trim() !== '' && after.startsWith(over.repeat(3)) && underline.test(after)) {
      this.#heading(`${over}${over}`, next.trim(), at);
      return at + 3;
    }
    const under = underline.exec(next)?.[1];
    if (!under || over || this.#paragraph.length > 0 || next.trimEnd().length < Math.min(line.trimEnd().length, 3))
      return undefined;
    this.#heading(under, line.trim(), at);
    return at + 2;
  }

  #heading(kind: string, text: string, at: number): void {
    this.#end();
    if (!this.#levels.includes(kind)) this.#levels.push(kind);
    this.#blocks.push({ kind: 'heading', level: this.#levels.indexOf(kind) + 1, text: plain(text), line: at + 1 });
  }

  /** `.. name:: argument`, comments and targets. */
  #readExplicit(at: number): number | undefined {
    const line = this.#lines[at] ?? '';
    const found = /^(\s*)\.\.(?:\s+(.*))?$/.exec(line);
    if (!found) return undefined;
    this.#end();
    const indent = found[1]?.length ?? 0;
    const [, name = '', argument = ''] = /^([\w:-]+)::\s*(.*)$/.exec(found[2] ?? '') ?? [];
    const end = this.#endOfIndented(at + 1, indent);
    const content = this.#lines.slice(at + 1, end);
    if (codeDirectives.test(name)) {
      const options = content.findIndex((each) => !/^\s*:[\w-]+:/.test(each));
      this.#code(content.slice(Math.max(0, options)), at, argument);
    } else if (textDirectives.test(name)) {
      if (argument !== '') this.#push(plain(argument), at);
      const inner = new RstReader(dedent(content.filter((each) => !/^\s*:[\w-]+:(\s|$)/.test(each))));
      for (const block of inner.read()) this.#blocks.push({ ...block, line: at + (block.line ?? 1) + 1 });
    }
    return end;
  }

  #readText(at: number): number {
    const line = this.#lines[at] ?? '';
    if (underline.test(line) && this.#paragraph.length === 0) return at + 1;
    if (this.#paragraph.length === 0) this.#start = at;
    const opensLiteral = /::\s*$/.test(line) && this.#isIndentedAfter(at);
    this.#paragraph.push(opensLiteral ? line.replace(/\s*::\s*$/, line.trim() === '::' ? '' : ':') : line);
    if (!opensLiteral) return at + 1;
    this.#end();
    const end = this.#endOfIndented(at + 1, indentOf(line));
    this.#code(this.#lines.slice(at + 1, end), at + 1, '');
    return end;
  }

  #isIndentedAfter(at: number): boolean {
    let next = at + 1;
    while (this.#lines[next]?.trim() === '') next++;
    return next > at + 1 && indentOf(this.#lines[next] ?? '') > indentOf(this.#lines[at] ?? '');
  }

  /** The first line with an indentation of at most `indent`. */
  #endOfIndented(from: number, indent: number): number {
    let end = from;
    for (let at = from; at < this.#lines.length; at++) {
      const line = this.#lines[at] ?? '';
      if (line.trim() === '') continue;
      if (indentOf(line) <= indent) break;
      end = at + 1;
    }
    return end;
  }

  #code(lines: readonly string[], at: number, argument: string): void {
    const text = dedent(lines)
      .join('\n')
      .replace(/^(\s*\n)+/, '')
      .trimEnd();
    const language = /^[\w+#-]+$/.test(argument) ? { language: argument } : {};
    if (text !== '') this.#blocks.push({ kind: 'code', text, ...language, line: at + 1 });
  }

  #end(): void {
    const text = plain(dedent(this.#paragraph).join('\n')).trim();
    if (text !== '') this.#push(text, this.#start);
    this.#paragraph = [];
  }

  #push(text: string, at: number): void {
    this.#blocks.push({ kind: 'text', text, line: at + 1 });
  }
}

/** Removes inline markup that is only for the processor. */
function plain(text: string): string {
  return text
    .replace(/:[\w:+-]+:`([^`<]*?)\s*<[^`>]*>`/g, '$1')
    .replace(/:[\w:+-]+:`[~!.]?([^`]*)`/g, '`$1`')
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/`([^`<]+?)\s*<[^`>]*>`__?/g, '$1')
    .replace(/`([^`]+)`__?(?![\w])/g, '$1')
    .replace(/\|(\w[^|\n]*\w)\|_?/g, '$1')
    .replace(/\\([*`|_\\])/g, '$1');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedent(lines: readonly string[]): string[] {
  const written = lines.filter((line) => line.trim() !== '');
  const common = written.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(common));
}
