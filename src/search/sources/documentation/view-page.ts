/** Converts a page of an index for the window. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { SourcePage } from '../../../contract/contract.ts';
import type { Passage, SearchIndex } from '../../engine/types.ts';

/**
 * @param places `address`: the file that a person can open; `url`: the page on the web
 * @throws WorkbenchError `not-found`
 */
export function viewPage(
  index: SearchIndex,
  location: string,
  { address, url }: { readonly address?: string | undefined; readonly url?: string | undefined },
): SourcePage {
  const passages = index.passagesOf(location);
  const [first] = passages;
  if (!first) throw new WorkbenchError('not-found', `The page ${location} no longer exists: search again.`);
  return {
    title: first.title,
    location,
    ...(address !== undefined && { address }),
    ...(url !== undefined && { url }),
    passages: passages.map((passage) => ({
      headings: [...passage.headings],
      text: passageText(passage),
      ...(passage.line !== undefined && { line: passage.line }),
      ...(passage.anchor !== undefined && { anchor: passage.anchor }),
    })),
  };
}

/** As Markdown. */
export function passageText({ blocks }: Passage): string {
  return blocks
    .map((block) => (block.kind === 'code' ? `\`\`\`${block.language ?? ''}\n${block.text}\n\`\`\`` : block.text))
    .join('\n\n');
}
