import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownPieces } from './markdown-pieces.ts';

const paragraph = 'A paragraph of some length that says nothing of interest. '.repeat(20);

it('the pieces make up the whole text', () => {
  const part = fc.constantFrom('\n', '\n\n', '```\n', '~~~~\n', '```js\n', paragraph, '- item\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      expect(markdownPieces(text).join('')).toBe(text);
    }),
  );
});

it('a long text is cut between paragraphs', () => {
  const pieces = markdownPieces(`${paragraph}\n\n`.repeat(30));
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.every((piece) => piece.endsWith('\n\n'))).toBe(true);
});

it('a code fence is never cut at its blank lines', () => {
  const code = `\`\`\`\`md\n\`\`\`\n\n${`${paragraph}\n\n`.repeat(30)}\`\`\`\`\n`;
  const pieces = markdownPieces(`Before\n\n${code}\nAfter\n`);
  expect(pieces.filter((piece) => piece.includes(paragraph))).toHaveLength(1);
});
