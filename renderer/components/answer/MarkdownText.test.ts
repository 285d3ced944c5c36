import { expect, it } from 'vitest';
import { drawMarkdown } from './MarkdownText.tsx';

it('draws Markdown', () => {
  expect(drawMarkdown(`# Primes\n\n> - a quotation\n\n${'-'.repeat(200)}`).type).not.toBe('pre');
});

it.each([
  ['quotations', '> '],
  ['lists', '- '],
])('draws %s that are nested thousands of levels deep as plain text', (_, mark) => {
  const text = `Before\n\n${mark.repeat(20_000)}deep`;
  expect(drawMarkdown(text)).toMatchObject({ type: 'pre', props: { children: text } });
});
