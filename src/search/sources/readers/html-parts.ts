/** Decides which part of an HTML page is its text: the main part, an article, or everything. */

export type Part = 'main' | 'article' | 'around';

/** Counts the letters of each part, to find out which one to read and how much that leaves out. UTF-16 units. */
export class HtmlParts {
  readonly #plain = { main: 0, article: 0, around: 0 };
  readonly #linked = { main: 0, article: 0, around: 0 };
  #left = 0;

  count(part: Part, letters: number, isLink: boolean): void {
    (isLink ? this.#linked : this.#plain)[part] += letters;
  }

  /** Text of an element that is left out. Links lead to other pages and are not missed. */
  countLeft(letters: number, isLink: boolean): void {
    if (!isLink) this.#left += letters;
  }

  /** Articles are the page if most of its text is in them, and not teasers beside it. */
  choose(): { readonly isChosen: (part: Part) => boolean; readonly kept: number; readonly lost: number } {
    const all = (part: Part) => this.#plain[part] + this.#linked[part];
    const inside = all('main') + all('article');
    if (all('main') > 0 || inside > all('around'))
      return { isChosen: (part) => part !== 'around', kept: inside, lost: this.#left + this.#plain.around };
    return { isChosen: () => true, kept: inside + all('around'), lost: this.#left };
  }
}
