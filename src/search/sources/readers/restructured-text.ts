/**
 * Reads reStructuredText: sections by their underlines, code blocks, and the content of all directives that have text. Roles
 * become their text.
 */
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';
import { dedent } from './dedent.ts';

const underline = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
/** Borders of tables. */
const border = /^\s*(?:[=-]{2,}(?:\s+[=-]{2,})+|\+[-=+]+\+)\s*$/;
const codeDirectives =
  /^(code|code-block|sourcecode|parsed-literal|literalinclude|prompt|testcode|testsetup|doctest|productionlist|highlight-block)$/;
/** Directives that contribute no text to the page. All others do. */
const markupDirectives =
  /^(toctree|index|contents|sectnum|image|include|raw|meta|title|role|default-role|highlight|highlightlang|currentmodule|py:currentmodule|sectionauthor|moduleauthor|codeauthor|tabularcolumns|rst-class|cssclass|header|footer|target-notes|unicode|date|replace|graphviz|digraph|graph|uml|plantuml|mermaid|autosummary|automodule|autoclass|autofunction|automethod|bibliography|testcleanup|program|namespace|c:namespace|cpp:namespace)$/;
/** Directives whose argument is a file, a width or a condition. */
const settingDirectives = /^(figure|only|ifconfig|container|tabs|grid|tab-set|columns|hlist|restrictions)$/;
/** What the processor writes before the argument. */
const labels: Readonly<Record<string, string>> = {
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};
/** Roles for prose. The text of all other roles is code. */
const proseRoles =
  /^(?:std:)?(ref|numref|doc|term|any|download|guilabel|menuselection|abbr|emphasis|strong|sub|sup|subscript|superscript|dfn|title|title-reference|math|eq|kbd-prose)$/;
const numberedSeries: Readonly<Record<string, string>> = { pep: 'PEP', rfc: 'RFC' };

/** Content nested more deeply is kept as literal text. */
const maxDepth = 50;

/** Reads one file. Its title is the first section, else the file name. */
export function readRestructuredText(text: string, location: string): Page {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '        '));
  const blocks = new RstReader(lines).read();
  const firstHeading = blocks[0]?.kind === 'heading' ? blocks[0] : blocks.find((block) => block.kind === 'heading');
  const isTitle = firstHeading?.kind === 'heading' && firstHeading.level === 1;
  const title = isTitle ? firstHeading.text : titleFromLocation(location);
  return { title, location, blocks: isTitle ? blocks.filter((block) => block !== firstHeading) : blocks };
}

class RstReader {
  readonly #lines: readonly string[];
  readonly #blocks: PlacedBlock[] = [];
  /** Underline characters in order of first use, which gives their level (docutils, "Sections"). */
  readonly #levels: string[] = [];
  #paragraph: string[] = [];
  #paragraphStart = 0;

  readonly #depth: number;

  constructor(lines: readonly string[], depth = 0) {
    this.#lines = lines;
    this.#depth = depth;
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
    const overline = underline.exec(line)?.[1];
    if (overline && next.trim() !== '' && after.startsWith(overline.repeat(3)) && underline.test(after)) {
      this.#heading(`${overline}${overline}`, next.trim(), at);
      return at + 3;
    }
    const under = underline.exec(next)?.[1];
    if (!under || overline || this.#paragraph.length > 0 || next.trimEnd().length < Math.min(line.trimEnd().length, 3))
      return undefined;
    this.#heading(under, line.trim(), at);
    return at + 2;
  }

  #heading(kind: string, text: string, at: number): void {
    this.#end();
    if (!this.#levels.includes(kind)) this.#levels.push(kind);
    this.#blocks.push({ kind: 'heading', level: this.#levels.indexOf(kind) + 1, text: plain(text), line: at + 1 });
  }

  /** `.. name:: argument`, footnotes, comments and targets. */
  #readExplicit(at: number): number | undefined {
    const line = this.#lines[at] ?? '';
    const match = /^(\s*)\.\.(?:\s+(.*))?$/.exec(line);
    if (!match) return undefined;
    this.#end();
    const end = this.#endOfIndented(at + 1, match[1]?.length ?? 0);
    const [, name = '', argument = ''] = /^([\w:.+-]+)::(?:\s+(.*))?$/.exec(match[2] ?? '') ?? [];
    const [, label, note = ''] = /^\[([^\]]+)\](?:\s+(.*))?$/.exec(match[2] ?? '') ?? [];
    if (label !== undefined) this.#content(at, [note], at + 1, end);
    else if (codeDirectives.test(name)) this.#program(at, end, argument);
    else if (name !== '' && !markupDirectives.test(name)) this.#directive(at, end, name, argument);
    return end;
  }

  #program(at: number, end: number, argument: string): void {
    const content = this.#lines.slice(at + 1, end);
    const first = content.findIndex((candidate) => !isOption(candidate));
    this.#code(content.slice(Math.max(0, first)), at, argument);
  }

  /** The argument may continue until the options, which end at the first empty line. */
  #directive(at: number, end: number, name: string, argument: string): void {
    const head = [argument];
    let next = at + 1;
    for (; next < end && (this.#lines[next] ?? '').trim() !== ''; next++) {
      const line = this.#lines[next] ?? '';
      const header = name === 'csv-table' ? /^\s*:header:\s*(\S.*)$/.exec(line)?.[1] : undefined;
      if (header === undefined && isOption(line)) continue;
      head.push(header ?? line.trim());
    }
    const argumentLines = settingDirectives.test(name) ? head.slice(1) : head;
    const argumentText = argumentLines.filter((line) => line !== '').join('\n');
    const label = labels[name];
    this.#content(
      at,
      label === undefined ? [argumentText] : [`${label} ${argumentText}`.replace(/^(.*?\d[\w.]*)\s+/, '$1: ')],
      next,
      end,
    );
  }

  /** @param head the text of the first lines; `from` to `end` is the rest */
  #content(at: number, head: readonly string[], from: number, end: number): void {
    const text = plain(head.join('\n')).trim();
    if (text !== '') this.#push(text, at);
    const lines = dedent(this.#lines.slice(from, end));
    if (this.#depth >= maxDepth) {
      if (lines.length > 0) this.#push(plain(lines.join('\n')).trim(), from);
      return;
    }
    for (const block of new RstReader(lines, this.#depth + 1).read())
      this.#blocks.push({ ...block, line: from + (block.line ?? 1) });
  }

  #readText(at: number): number {
    const line = this.#lines[at] ?? '';
    if (border.test(line)) return at + 1;
    if (this.#paragraph.length === 0) {
      if (underline.test(line) || /^__\s|^:(?:orphan|nosearch|nocomments|tocdepth):/.test(line)) return at + 1;
      if (/^\s*>>> /.test(line)) return this.#session(at);
    }
    if (this.#paragraph.length === 0) this.#paragraphStart = at;
    const opensLiteral = /::\s*$/.test(line) && this.#isIndentedAfter(at);
    this.#paragraph.push(opensLiteral ? line.replace(/\s*::\s*$/, line.trim() === '::' ? '' : ':') : line);
    if (!opensLiteral) return at + 1;
    this.#end();
    const end = this.#endOfIndented(at + 1, indentOf(line));
    this.#code(this.#lines.slice(at + 1, end), at + 1, '');
    return end;
  }

  /** A Python session, which ends at an empty line. */
  #session(at: number): number {
    let end = at;
    while (end < this.#lines.length && this.#lines[end]?.trim() !== '') end++;
    this.#code(this.#lines.slice(at, end), at, 'python');
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
    if (text !== '') this.#push(text, this.#paragraphStart);
    this.#paragraph = [];
  }

  #push(text: string, at: number): void {
    this.#blocks.push({ kind: 'text', text, line: at + 1 });
  }
}

/** Removes inline markup that a reader does not see. */
function plain(text: string): string {
  return text
    .replace(/:([\w:+.-]+):`([^`]*)`/g, (_, role: string, content: string) => roleText(role, content))
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/`([^`<]+?)\s*<[^`>]*>`__?/g, '$1')
    .replace(/`([^`]+)`__?(?![\w])/g, '$1')
    .replace(/\|(\w[^|\n]*\w)\|_?/g, '$1')
    .replace(/\\([*`|_\\])/g, '$1');
}

function roleText(role: string, content: string): string {
  const title = /^([^<]*?)\s*<[^>]*>$/.exec(content)?.[1];
  if (title) return title;
  const series = numberedSeries[role];
  if (series) return `${series} ${content}`;
  return proseRoles.test(role) ? content : `\`${content.replace(/^[~!.]/, '')}\``;
}

function isOption(line: string): boolean {
  return /^\s*:[\w-]+:(\s|$)/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
