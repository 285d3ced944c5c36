/** Decides which parts of an HTML page are its text: the main part, the articles, or everything. */

export type Part = 'main' | 'article' | 'around';

/** Counts the letters of each part, to decide which parts to read and how much that omits. UTF-16 units. */
export class HtmlParts {
  readonly #plainLetters = { main: 0, article: 0, around: 0 };
  readonly #linkedLetters = { main: 0, article: 0, around: 0 };
  #omittedLetters = 0;

  count(part: Part, letters: number, isLink: boolean): void {
    (isLink ? this.#linkedLetters : this.#plainLetters)[part] += letters;
  }

  /** Counts the text of an omitted element, except links, because they lead to other pages. */
  countOmitted(letters: number, isLink: boolean): void {
    if (!isLink) this.#omittedLetters += letters;
  }

  /** Chooses the articles only if most of the text is in them: otherwise they are teasers. */
  choose(): { readonly isChosen: (part: Part) => boolean; readonly keptCount: number; readonly lostCount: number } {
    const countLetters = (part: Part) => this.#plainLetters[part] + this.#linkedLetters[part];
    const inside = countLetters('main') + countLetters('article');
    if (countLetters('main') > 0 || inside > countLetters('around'))
      return {
        isChosen: (part) => part !== 'around',
        keptCount: inside,
        lostCount: this.#omittedLetters + this.#plainLetters.around,
      };
    return { isChosen: () => true, keptCount: inside + countLetters('around'), lostCount: this.#omittedLetters };
  }
}
