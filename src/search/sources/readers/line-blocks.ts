/** Collects the lines of a text format as blocks. */
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

export class LineBlocks {
  readonly #blocks: PlacedBlock[] = [];
  #paragraph: string[] = [];
  #line = 0;
  /** The fragment of the current section. */
  #anchor: string | undefined;

  /** Adds a line to the current paragraph. @param line 1-based */
  text(text: string, line: number): void {
    if (this.#paragraph.length === 0) this.#line = line;
    this.#paragraph.push(text);
  }

  /** Continues the last line of the current paragraph. */
  append(text: string, line: number): void {
    const last = this.#paragraph.pop();
    if (last === undefined) this.text(text.trimStart(), line);
    else this.#paragraph.push(last + text);
  }

  end(): void {
    const text = this.#paragraph.join('\n').trim();
    this.#paragraph = [];
    if (text !== '') this.#push({ kind: 'text', text, line: this.#line });
  }

  code(lines: readonly string[], line: number, language?: string): void {
    this.end();
    const text = lines
      .join('\n')
      .replace(/^(\s*\n)+/, '')
      .trimEnd();
    if (text !== '') this.#push({ kind: 'code', text, ...(language && { language }), line });
  }

  heading(level: number, text: string, line: number, anchor?: string): void {
    this.end();
    this.#anchor = anchor ?? (level === 1 ? undefined : this.#anchor);
    if (text !== '') this.#push({ kind: 'heading', level, text, line });
  }

  /** @param title else the first heading, if it has level 1, else the file name */
  page(location: string, title?: string): Page {
    this.end();
    const [first] = this.#blocks;
    const titleBlock = title === undefined && first?.kind === 'heading' && first.level === 1 ? first : undefined;
    return {
      title: title ?? titleBlock?.text ?? titleFromLocation(location),
      location,
      blocks: this.#blocks.filter((block) => block !== titleBlock),
    };
  }

  #push(block: PlacedBlock): void {
    this.#blocks.push(this.#anchor === undefined ? block : { ...block, anchor: this.#anchor });
  }
}

/** The lines of a file, without a byte order mark. */
export function linesOfText(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}
