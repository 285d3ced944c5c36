/** What a server answers in one text, as ranked passages in the order of the text. */
import { WorkbenchError } from '../../base/errors.ts';
import { readMarkdown, titleFromLocation } from '../engine/markdown.ts';
import { readPlainText } from '../engine/plain-text.ts';
import { splitPage } from '../engine/split.ts';
import type { Ranked } from '../engine/types.ts';

/** More than any budget takes; the rest of a longer answer is not looked at. UTF-16 code units. */
const maxLength = 500_000;

export interface TextAnswer {
  readonly text: string;
  readonly format: 'markdown' | 'plain';
  /** Under which it is shown, unless it has a title of its own. */
  readonly title: string;
  readonly location: string;
}

/** @param limit most passages */
export function passagesOfText({ text, format, title, location }: TextAnswer, limit: number): readonly Ranked[] {
  if (text.trim() === '') return [];
  const read = format === 'plain' ? readPlainText : readMarkdown;
  const page = read(text.slice(0, maxLength), location);
  return splitPage({ ...page, title: page.title === titleFromLocation(location) ? title : page.title })
    .slice(0, limit)
    .map((passage, index) => {
      // The order is the server's; none of its passages is too weak to be shown.
      const score = 1 / (1 + index / 10);
      return { passage, score, because: { words: score, nearness: 0 }, matches: [], folded: [] };
    });
}

/** @throws WorkbenchError for a web page in the place of text, as sign-in pages of networks and wrong addresses give it */
export function refuseWebPage(text: string, who: string, advice: string): void {
  if (!isWebPage(text)) return;
  throw new WorkbenchError('failed', `${who} returned a web page instead of text: ${advice}`);
}

/** Comments and an XML declaration may come first. */
function isWebPage(text: string): boolean {
  let rest = text.trimStart().replace(/^<\?xml[^>]*>\s*/i, '');
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<(!doctype\s+html|html)\b/i.test(rest);
}
