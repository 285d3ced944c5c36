/** Reads HTML: the visible text, without navigation, scripts and controls. */
import { Parser } from 'htmlparser2';
import { titleFromLocation } from '../../../engine/text/markdown.ts';
import type { PlacedBlock } from '../../../engine/types.ts';
import { type ReadPage, withShare } from '../share-read.ts';
import { HtmlAnchors } from './html-anchors.ts';
import {
  type Attributes,
  headingLevel,
  isProgram,
  isSeparating,
  languageOf,
  omissionReason,
  partOf,
} from './html-elements.ts';
import { HtmlParts, type Part } from './html-parts.ts';

/**
 * Reads one HTML file. Its title is the first `h1`, else `title`, else the file name. If there is a main part, reads only that.
 * A page that only says where it moved gets neither a title nor text.
 */
export function readHtml(text: string, location: string): ReadPage {
  const html = withoutMan2htmlParts(text);
  const reader = new HtmlReader(html);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex),
      onclosetag: () => reader.close(),
      ontext: (text) => reader.text(text),
    },
    // Books and other XHTML have `<title/>` and `<a id="x"/>`.
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  const { blocks, title, isMoved, letters } = reader.finish();
  if (isMoved) return { title: '', location, blocks: [] };
  const firstHeading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  const name = (firstHeading?.kind === 'heading' && firstHeading.text) || title || titleFromLocation(location);
  return withShare({ title: name, location, blocks: blocks.filter((block) => block !== firstHeading) }, letters);
}

/** man2html writes an HTTP header before the page, a link to an index at its end, and that index, without any class. */
function withoutMan2htmlParts(html: string): string {
  const page = html.replace(/^Content-type:[^\n<]*\n/i, '\n');
  if (!/<title>man ?page of /i.test(page.slice(0, maxHeadLength))) return page;
  return page
    .replace(/<a href="#index">Index<\/a>\s*(?:<a [^>]*>Return to Main Contents<\/a>)?/i, (links) =>
      links.replace(/[^\n]+/g, ''),
    )
    .replace(/<hr>\s*<a name="index">[\s\S]*$/i, '');
}

interface HtmlBlock {
  readonly block: PlacedBlock;
  /** List items after the text of `block`; joined once, because a list may be very long. */
  readonly items: string[];
  readonly part: Part;
}

/** What an open element changed, so that its end changes it back. */
const flag = {
  omitted: 1,
  main: 2,
  article: 4,
  heading: 8,
  item: 16,
  program: 32,
  code: 64,
  separating: 128,
  link: 256,
  title: 512,
  cell: 1_024,
} as const;

/** A page with a redirect and at most this much text only says where it moved. UTF-16 units. */
const maxMovedTextLength = 400;
/** Where a page names its generator. UTF-16 units. */
const maxHeadLength = 2_000;
/** Elements nested more deeply count as part of their parents. */
const maxDepth = 2_000;

class HtmlReader {
  readonly #html: string;
  readonly #blocks: HtmlBlock[] = [];
  #pieces = '';
  #line = 1;
  #lineEnd: number;
  #blockLine = 1;
  /** The flags of each open element. */
  readonly #openElements: number[] = [];
  #omittedDepth = 0;
  #invisibleDepth: number | undefined;
  #mainDepth = 0;
  #articles = 0;
  #links = 0;
  #heading: number | undefined;
  #programs = 0;
  #language: string | undefined;
  #items = 0;
  /** Whether the next text begins an item, continues one, or follows a heading or a program in it. */
  #inItem: 'begin' | 'continue' | 'after' = 'after';
  readonly #anchors = new HtmlAnchors();
  readonly #parts = new HtmlParts();
  /** Where the current table cell begins; −1 outside a cell. */
  #cellAt = -1;
  #linkAt = 0;
  #mathAt = 0;
  #isTitle = false;
  #title = '';
  #isRedirected = false;

  constructor(html: string) {
    this.#html = html;
    this.#lineEnd = this.#findLineEnd(0);
  }

  open(name: string, attributes: Attributes, at: number): void {
    if (this.#openElements.length >= maxDepth) {
      this.#openElements.push(0);
      return;
    }
    let flags = 0;
    if (name === 'title' && this.#title === '') {
      this.#isTitle = true;
      flags |= flag.title;
    }
    if (
      name === 'meta' &&
      /^refresh$/i.test(attributes['http-equiv'] ?? '') &&
      /^[\d.\s]*[;,]\s*\S/.test(attributes.content ?? '')
    )
      this.#isRedirected = true;
    if (name === 'a') {
      this.#links++;
      flags |= flag.link;
    }
    const omission =
      this.#omittedDepth > 0 ? 'interface' : omissionReason(name, attributes, this.#mainDepth + this.#articles > 0);
    if (omission) {
      if (this.#omittedDepth === 0 && name === 'a')
        this.#anchors.note(name, attributes, this.#heading !== undefined, this.#pieces.length);
      if (omission === 'invisible') this.#invisibleDepth ??= this.#openElements.length;
      this.#omittedDepth++;
      this.#openElements.push(flags | flag.omitted);
      return;
    }
    this.#openElements.push(flags | this.#begin(name, attributes, at));
  }

  /** @returns the flags of a visible element */
  #begin(name: string, attributes: Attributes, at: number): number {
    if (!isSeparating(name)) this.#anchors.note(name, attributes, this.#heading !== undefined, this.#pieces.length);
    if (name === 'a') this.#linkAt = this.#pieces.length;
    if (name === 'br') this.#pieces += '\n';
    if (name === 'math') this.#mathAt = this.#pieces.length;
    if (name === 'annotation') this.#pieces = this.#pieces.slice(0, this.#mathAt);
    if (name === 'img' && attributes.alt && this.#programs === 0) this.#pieces += ` ${attributes.alt} `;
    if (name === 'code' || name === 'tt') {
      if (this.#programs > 0) this.#language ??= languageOf(attributes.class);
      else {
        this.#pieces += '`';
        return flag.code;
      }
    }
    if (name === 'td' || name === 'th') {
      this.#pieces += this.#pieces.trim() === '' ? '' : ' | ';
      this.#cellAt = this.#pieces.length;
      return flag.cell;
    }
    if (!isSeparating(name)) return 0;
    // The first paragraph of a cell stays in its row.
    if (name === 'p' && this.#cellAt >= 0 && this.#pieces.slice(this.#cellAt).trim() === '') return 0;
    return flag.separating | this.#beginBlock(name, attributes, at);
  }

  #beginBlock(name: string, attributes: Attributes, at: number): number {
    const part = partOf(name, attributes.role);
    const level = headingLevel(name, attributes);
    if (this.#programs === 0) this.#end();
    else if (this.#pieces !== '' && !this.#pieces.endsWith('\n')) this.#pieces += '\n';
    this.#anchors.note(name, attributes, this.#heading !== undefined, this.#pieces.length);
    this.#blockLine = this.#lineOf(at);
    let flags = 0;
    if (part === 'main') {
      this.#mainDepth++;
      flags |= flag.main;
    } else if (part) {
      this.#articles++;
      flags |= flag.article;
    }
    if (level !== undefined) {
      this.#heading = level;
      flags |= flag.heading;
    }
    if (name === 'li') {
      this.#items++;
      this.#inItem = 'begin';
      flags |= flag.item;
    }
    if (this.#programs === 0)
      this.#language = languageOf(attributes.class) ?? (name === 'div' || name === 'pre' ? this.#language : undefined);
    if (isProgram(name, attributes)) {
      this.#programs++;
      flags |= flag.program;
    }
    return flags;
  }

  close(): void {
    const flags = this.#openElements.pop() ?? 0;
    if (flags & flag.link) this.#links--;
    if (flags & flag.title) this.#isTitle = false;
    if (flags & flag.omitted) {
      this.#omittedDepth--;
      if (this.#invisibleDepth === this.#openElements.length) this.#invisibleDepth = undefined;
      return;
    }
    if (flags & flag.cell) this.#cellAt = -1;
    if (flags & flag.code) this.#pieces += '`';
    if (flags & flag.link) this.#dropSymbol();
    if (!(flags & flag.separating)) return;
    if (flags & flag.program || this.#programs === 0) this.#end();
    if (flags & flag.program) {
      this.#programs--;
      this.#language = undefined;
    }
    if (flags & flag.heading) this.#heading = undefined;
    if (flags & flag.item) {
      this.#items--;
      this.#inItem = 'continue';
    }
    if (flags & flag.main) this.#mainDepth--;
    if (flags & flag.article) this.#articles--;
  }

  text(text: string): void {
    if (this.#isTitle) {
      this.#title += text;
      return;
    }
    if (this.#invisibleDepth !== undefined) return;
    const visibleText = this.#programs > 0 ? text : text.replace(/\s+/g, ' ');
    const letters = visibleText.length === 1 && visibleText === ' ' ? 0 : visibleText.length;
    if (this.#omittedDepth > 0) {
      this.#parts.countOmitted(letters, this.#links > 0);
      return;
    }
    this.#parts.count(this.#part, letters, this.#links > 0);
    this.#pieces += visibleText;
  }

  finish(): {
    blocks: PlacedBlock[];
    title: string;
    isMoved: boolean;
    letters: { keptCount: number; lostCount: number };
  } {
    this.#end();
    const { isChosen, keptCount, lostCount } = this.#parts.choose();
    const blocks = this.#blocks.filter(({ part }) => isChosen(part));
    return {
      blocks: blocks.map(whole),
      title: this.#title.replace(/\s+/g, ' ').trim(),
      isMoved: this.#isRedirected && keptCount < maxMovedTextLength,
      letters: { keptCount, lostCount },
    };
  }

  get #part(): Part {
    return this.#mainDepth > 0 ? 'main' : this.#articles > 0 ? 'article' : 'around';
  }

  #end(): void {
    const pieces = this.#pieces;
    if (pieces === '') return;
    this.#pieces = '';
    const line = this.#blockLine;
    if (this.#programs > 0) {
      const text = pieces.replace(/^\s*\n/, '').trimEnd();
      const language = this.#language;
      if (text !== '') this.#add({ kind: 'code', text, ...(language !== undefined && { language }), line });
      return;
    }
    const text = pieces
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replaceAll('``', '')
      .replace(/^[\s|\u200b]+|[\s\u200b]+$/g, '');
    if (text === '') return;
    if (this.#heading === undefined) this.#anchors.endText(pieces);
    if (this.#heading !== undefined) {
      // A symbol after a heading is a link to it.
      const title = text
        .replace(/\s+/g, ' ')
        .replace(/\s*[¶#§🔗]$/u, '')
        .replaceAll('`', '');
      this.#anchors.endHeading(this.#heading);
      this.#add({ kind: 'heading', level: this.#heading, text: title, line });
    } else if (this.#items > 0 && this.#inItem === 'begin') this.#addItem(`- ${text}`, line);
    else if (this.#items > 0 && this.#inItem === 'continue') this.#addItem(`  ${text}`, line);
    else this.#add({ kind: 'text', text, line });
  }

  #add(block: PlacedBlock): void {
    this.#inItem = 'after';
    const anchor = this.#anchors.current;
    const placedBlock = anchor === undefined ? block : { ...block, anchor };
    this.#blocks.push({ block: placedBlock, items: [], part: this.#part });
  }

  /** Makes a list one block, because single items say too little. */
  #addItem(text: string, line: number): void {
    const last = this.#blocks.at(-1);
    if (last?.part === this.#part && endsInItem(last)) last.items.push(text);
    else this.#add({ kind: 'text', text: text.trimStart(), line });
    this.#inItem = 'continue';
  }

  /** Removes the text of a link that is only a symbol. */
  #dropSymbol(): void {
    const text = this.#pieces.slice(this.#linkAt);
    if (text.length <= 4 && /^\s*[¶#§🔗◆\u200b\uf0c1]+\s*$/u.test(text))
      this.#pieces = this.#pieces.slice(0, this.#linkAt);
  }

  #lineOf(at: number): number {
    while (this.#lineEnd < at) {
      this.#line++;
      this.#lineEnd = this.#findLineEnd(this.#lineEnd + 1);
    }
    return this.#line;
  }

  #findLineEnd(from: number): number {
    const end = this.#html.indexOf('\n', from);
    return end < 0 ? this.#html.length : end;
  }
}

function whole({ block, items }: HtmlBlock): PlacedBlock {
  return items.length === 0 ? block : { ...block, text: [block.text, ...items].join('\n') };
}

function endsInItem({ block, items }: HtmlBlock): boolean {
  const text = items.at(-1) ?? block.text;
  const at = text.lastIndexOf('\n') + 1;
  return block.kind === 'text' && (text.startsWith('- ', at) || text.startsWith('  ', at));
}
