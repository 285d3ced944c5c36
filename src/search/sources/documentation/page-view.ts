/** Converts a page of an index for the window. */

import { WorkbenchError } from '../../../base/errors.ts';
import type { SourcePage } from '../../../contract/contract.ts';
import type { Passage, SearchIndex } from '../../engine/types.ts';

/**
 * @param address the file or web page, if there is one
 * @throws WorkbenchError `not-found`
 */
export function pageOf(index: SearchIndex, location: string, address: string | undefined): SourcePage {
  const passages = index.passagesOf(location);
  const [first] = passages;
  if (!first) throw new WorkbenchError('not-found', `The page ${location} no longer exists: search again.`);
  return {
    title: first.title,
    location,
    ...(address !== undefined && { address }),
    passages: passages.map((passage) => ({
      headings: [...passage.headings],
      text: textOf(passage),
      ...(passage.line !== undefined && { line: passage.line }),
      ...(passage.anchor !== undefined && { anchor: passage.anchor }),
    })),
  };
}

/** As Markdown. */
function textOf({ blocks }: Passage): string {
  return blocks
    .map((block) => (block.kind === 'code' ? `\`\`\`${block.language ?? ''}\n${block.text}\n\`\`\`` : block.text))
    .join('\n\n');
}
