/** Converts a notebook to Markdown, as a task for the sandbox's workers: a large one would block the server. */
import { fencedCode } from '../../../../base/text/markdown.ts';
import { readNotebook } from '../../../../search/sources/readers/notebook.ts';

/** The task name of `markdownOf`. */
export const NOTEBOOK_TASK = 'read-notebook';

/** The cells of a notebook's text as Markdown; empty without text. */
export function markdownOf(notebook: string): string {
  const { title, blocks } = readNotebook(notebook, '');
  const parts = blocks.map((block) => {
    if (block.kind === 'heading') return `${'#'.repeat(Math.min(block.level, 6))} ${block.text}`;
    return block.kind === 'code' ? fencedCode(block.text, block.language ?? '') : block.text;
  });
  return joinParts(title === '' ? parts : [`# ${title}`, ...parts]);
}

/** Items of one list follow each other; other parts have a blank line between them. */
function joinParts(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      if (index === 0) return part;
      const before = parts[index - 1] ?? '';
      return `${part.startsWith('- ') && before.startsWith('- ') ? '\n' : '\n\n'}${part}`;
    })
    .join('');
}
