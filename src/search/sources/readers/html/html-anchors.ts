/** Tracks the ids of an HTML page, to give each block the fragment of its address. */
import { decodeUri } from '../../../../base/text/decode-uri.ts';
import type { Attributes } from './html-elements.ts';

export class HtmlAnchors {
  /** The id of the nearest heading or defined term; undefined at the beginning of the page. */
  current: string | undefined;
  /** The id that belongs to the next block. */
  #next: string | undefined;
  #nextAt = 0;
  #hasTitle = false;

  /**
   * An id belongs to the heading that it is on, inside, or just before.
   * @param at how much of the current block comes before the element
   */
  note(name: string, { id, name: oldName, href, class: classes }: Attributes, isInHeading: boolean, at: number): void {
    if (isInHeading && href?.startsWith('#') && href.length > 1 && /anchor|link/.test(classes ?? ''))
      this.#next = decodeFragment(href.slice(1));
    const anchor = id ?? (name === 'a' ? oldName : undefined);
    if (!anchor || /\s/.test(anchor)) return;
    if (name === 'dt') this.current = asFragment(anchor);
    else {
      this.#next = asFragment(anchor);
      this.#nextAt = at;
    }
  }

  /** Ends a text. An id at its end belongs to the next block. */
  endText(content: string): void {
    if (content.slice(this.#nextAt).trim() !== '') this.#next = undefined;
    this.#nextAt = 0;
  }

  /** Ends a heading. The title is at the beginning of the page and needs no id. */
  endHeading(level: number): void {
    this.current = level === 1 && !this.#hasTitle ? undefined : (this.#next ?? this.current);
    this.#hasTitle ||= level === 1;
    this.#next = undefined;
    this.#nextAt = 0;
  }
}

/** Letters of any language stay unchanged. */
function asFragment(id: string): string {
  return id.replace(/[\s"<>`]/g, encodeURIComponent);
}

function decodeFragment(fragment: string): string {
  return asFragment(decodeUri(fragment) ?? fragment);
}
