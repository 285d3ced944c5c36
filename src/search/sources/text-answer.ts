/** Splits the text that a server returned into ranked passages, in the order of the text. */
import { WorkbenchError } from '../../base/errors.ts';
import { readMarkdown, titleFromLocation } from '../engine/text/markdown.ts';
import { readPlainText } from '../engine/text/plain-text.ts';
import { splitPage } from '../engine/text/split.ts';
import type { RankedPassage } from '../engine/types.ts';

/** More than fits any budget; the rest is ignored. UTF-16 code units. */
const maxLength = 500_000;

export interface TextAnswer {
  readonly text: string;
  readonly format: 'markdown' | 'plain';
  /** Shown unless the text has its own title. */
  readonly title: string;
  readonly location: string;
}

/** @param limit maximum number of passages */
export function passagesOfText({ text, format, title, location }: TextAnswer, limit: number): readonly RankedPassage[] {
  if (text.trim() === '') return [];
  const read = format === 'plain' ? readPlainText : readMarkdown;
  const page = read(text.slice(0, maxLength), location);
  return splitPage({ ...page, title: page.title === titleFromLocation(location) ? title : page.title })
    .slice(0, limit)
    .map((passage, index) => {
      // Keeps the order of the server. No passage falls below `minRelativeScore`.
      const score = 1 / (1 + index / 40);
      return { passage, score, because: { words: score, nearness: 0 }, matches: [], folded: [] };
    });
}

/** @throws WorkbenchError for a web page instead of text: the login page of a network, or a wrong address */
export function refuseWebPage(text: string, sender: string, advice: string): void {
  if (!isWebPage(text)) return;
  throw new WorkbenchError('failed', `${sender} returned a web page instead of text: ${advice}`);
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
