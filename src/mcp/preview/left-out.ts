/** The messages and blocks that an answer leaves out because their conditions are not met. */
import type { LeftOut } from '../../contract/contract.ts';
import type { Block, PromptDefinition } from '../../model/definitions.ts';
import { conditionInWords, isMet } from '../../model/prompt/conditions.ts';
import type { ArgumentValues } from '../server/answer/arguments.ts';

/** Most characters of a text that is left out. */
const maxText = 300;

/** In the order of the definition. */
export function leftOutOf({ content }: PromptDefinition, values: ArgumentValues): LeftOut[] {
  if (content.kind !== 'messages') return [];
  const leftOutBlocks: LeftOut[] = [];
  let before = 0;
  for (const { role, when, blocks } of content.messages) {
    if (when && !isMet(when, values)) {
      leftOutBlocks.push({ before, role, condition: conditionInWords(when), ...summariseBlocks(blocks) });
      continue;
    }
    for (const block of blocks) {
      if (!block.when || isMet(block.when, values)) before++;
      else leftOutBlocks.push({ before, role, condition: conditionInWords(block.when), ...summariseBlocks([block]) });
    }
  }
  return leftOutBlocks;
}

/** The text of the blocks, with its slots; the kinds of those without one. */
function summariseBlocks(blocks: readonly Block[]): Pick<LeftOut, 'text' | 'others'> {
  const texts = blocks.flatMap((block) => textOf(block) ?? []);
  const otherTypes = blocks.filter((block) => textOf(block) === undefined).map(({ type }) => type);
  const text = texts.join('\n\n');
  return { text: text.length > maxText ? `${text.slice(0, maxText)}…` : text, others: otherTypes };
}

function textOf(block: Block): string | undefined {
  if (block.type !== 'text') return undefined;
  return block.text.kind === 'literal' ? block.text.text : block.text.template;
}
