/** Reads HTML: the visible text, without navigation, scripts and forms. */
import { Parser } from 'htmlparser2';
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

/** Elements whose content is left out. */
const left = new Set(
  'script style noscript template svg math canvas iframe object form button select nav aside footer head menu dialog'.split(
    ' ',
  ),
);
/** Elements that begin and end a block. */
const separating = new Set(
  'p div section article main header ul ol li dl dt dd table tr thead tbody blockquote figure figcaption details summary pre hr h1 h2 h3 h4 h5 h6 address'.split(
    ' ',
  ),
);
const leftRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary', 'menu']);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Reads one HTML file. Its title is the first `h1`, else `title`, else the file name. If there is a `main`, only that is read. */
export function readHtml(html: string, location: string): Page {
  const reader = new HtmlReader(html);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  const { blocks, title } = reader.finish();
  const first = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  const name = (first?.kind === 'heading' && first.text) || title || titleFromLocation(location);
  return { title: name, location, blocks: blocks.filter((block) => block !== first) };
}

interface HtmlBlock {
  readonly block: PlacedBlock;
  /** List items after the text of `block`; joined once, as a list may be very long. */
  readonly items: string[];
  readonly inMain: boolean;
}

class HtmlReader {
  readonly #html: string;
  readonly #blocks: HtmlBlock[] = [];
  #pieces = '';
  #line = 1;
  #lineAt = 0;
  #blockLine = 1;
  /** Open elements that are left out. */
  #left: string[] = [];
  #mains: string[] = [];
  #heading: number | undefined;
  #pre = 0;
  #language: string | undefined;
  #items = 0;
  #isTitle = false;
  #title = '';

  constructor(html: string) {
    this.#html = html;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void {
    if (name === 'title' && this.#title === '') this.#isTitle = true;
    if (this.#left.length > 0 || (left.has(name) && name !== 'head') || leftRoles.has(attributes.role ?? '')) {
      this.#left.push(name);
      return;
    }
    if (name === 'br') this.#pieces += '\n';
    if (this.#pre > 0 && name === 'code') this.#language ??= languageOf(attributes.class);
    if (name === 'code' && this.#pre === 0) this.#pieces += '`';
    if (name === 'td' || name === 'th') this.#pieces += this.#pieces.trim() === '' ? '' : ' | ';
    if (name === 'img' && attributes.alt) this.#pieces += ` ${attributes.alt} `;
    if (!separating.has(name)) return;
    if (this.#pre === 0) this.#end();
    this.#blockLine = this.#lineOf(at);
    if (name === 'main' || name === 'article' || attributes.role === 'main') this.#mains.push(name);
    if (headings.has(name)) this.#heading = Number(name[1]);
    if (name === 'li') this.#items++;
    if (name === 'pre') {
      this.#pre++;
      this.#language = languageOf(attributes.class);
    }
  }

  close(name: string): void {
    if (name === 'title') this.#isTitle = false;
    if (this.#left.length > 0) {
      const place = this.#left.lastIndexOf(name);
      if (place >= 0) this.#left.length = place;
      return;
    }
    if (name === 'code' && this.#pre === 0) this.#pieces += '`';
    if (!separating.has(name)) return;
    if (name === 'pre' || this.#pre === 0) this.#end();
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1);
    if (headings.has(name)) this.#heading = undefined;
    if (name === 'li') this.#items = Math.max(0, this.#items - 1);
    if (this.#mains.at(-1) === name) this.#mains.pop();
  }

  text(text: string): void {
    if (this.#isTitle) this.#title += text;
    else if (this.#left.length === 0) this.#pieces += this.#pre > 0 ? text : text.replace(/\s+/g, ' ');
  }

  finish(): { blocks: PlacedBlock[]; title: string } {
    this.#end();
    const main = this.#blocks.filter(({ inMain }) => inMain);
    const chosen = main.length > 0 ? main : this.#blocks;
    return { blocks: chosen.map(whole), title: this.#title.replace(/\s+/g, ' ').trim() };
  }

  #end(): void {
    const written = this.#pieces;
    this.#pieces = '';
    const line = this.#blockLine;
    if (this.#pre > 0) {
      const text = written.replace(/^\s*\n/, '').trimEnd();
      const language = this.#language;
      if (text !== '') this.#add({ kind: 'code', text, ...(language !== undefined && { language }), line });
      return;
    }
    const text = written
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replaceAll('``', '')
      .trim();
    if (text === '') return;
    if (this.#heading !== undefined) {
      // A sign after a heading is a link to it.
      const title = text
        .replace(/\s+/g, ' ')
        .replace(/\s*[¶#§🔗]$/u, '')
        .replaceAll('`', '');
      this.#add({ kind: 'heading', level: this.#heading, text: title, line });
    } else this.#add({ kind: 'text', text: this.#items > 0 ? `- ${text}` : text, line });
  }

  #add(block: PlacedBlock): void {
    const last = this.#blocks.at(-1);
    const inMain = this.#mains.length > 0;
    // A list is one block: single items say too little.
    if (last?.inMain === inMain && block.kind === 'text' && block.text.startsWith('- ') && endsInItem(last))
      last.items.push(block.text);
    else this.#blocks.push({ block, items: [], inMain });
  }

  #lineOf(at: number): number {
    for (let end = this.#html.indexOf('\n', this.#lineAt); end >= 0 && end < at; ) {
      this.#line++;
      this.#lineAt = end + 1;
      end = this.#html.indexOf('\n', this.#lineAt);
    }
    return this.#line;
  }
}

function whole({ block, items }: HtmlBlock): PlacedBlock {
  return items.length === 0 ? block : { ...block, text: [block.text, ...items].join('\n') };
}

function endsInItem({ block, items }: HtmlBlock): boolean {
  const text = items.at(-1) ?? block.text;
  return block.kind === 'text' && text.startsWith('- ', text.lastIndexOf('\n') + 1);
}

/** `language-js`, `highlight-python notranslate`, `lang-sh`. */
function languageOf(classes: string | undefined): string | undefined {
  return /(?:^|\s)(?:language|lang|highlight)-([\w+#-]+)/.exec(classes ?? '')?.[1];
}
