/** Reads plain text: paragraphs between empty lines. */

import type { Page, PlacedBlock } from '../types.ts';
import { titleFromLocation } from './markdown.ts';

/** Reads one text file. Its title is the file name. */
export function readPlainText(text: string, location: string): Page {
  const blocks: PlacedBlock[] = [];
  let paragraph: string[] = [];
  let line = 0;
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const end = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'text', text: paragraph.join('\n'), line });
    paragraph = [];
  };
  lines.forEach((content, index) => {
    if (content.trim() === '') end();
    else {
      if (paragraph.length === 0) line = index + 1;
      paragraph.push(content.trimEnd());
    }
  });
  end();
  return { title: titleFromLocation(location), location, blocks };
}
