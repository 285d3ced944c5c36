/** Splits `llms-full.txt`, which has all pages of a site in one file, into its pages. */
import { addressOf } from './web-address.ts';

export interface FullPage {
  readonly text: string;
  readonly title: string;
  /** The address that the page names after its title (`Source: https://…`). */
  readonly url: URL | undefined;
}

/** Lines after a title in which its address may be. */
const maxLinesToAddress = 4;

/** A page begins at each heading of the first level outside code blocks. */
export function pagesInFullText(text: string, address: URL): readonly FullPage[] {
  const pages: string[][] = [[]];
  let fence = '';
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (fence === '' && /^# +\S/.test(line)) pages.push([]);
    pages.at(-1)?.push(line);
  }
  return pages
    .filter((lines) => lines.some((line) => /\w/.test(line)))
    .map((lines) => {
      const title = /^# +(.+?)\s*#*\s*$/.exec(lines[0] ?? '')?.[1] ?? '';
      const source = lines
        .slice(1, 1 + maxLinesToAddress)
        .flatMap((line) => /^(?:>\s*)?(?:Source|URL)\s*:\s*<?(https?:[^\s<>]+)/i.exec(line)?.[1] ?? []);
      return {
        text: lines.join('\n'),
        title,
        url: source[0] === undefined ? undefined : addressOf(source[0], address),
      };
    });
}
