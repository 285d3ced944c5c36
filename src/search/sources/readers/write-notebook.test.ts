import { expect, test } from 'vitest';
import { parseWolfram } from '../../../wolfram/syntax/parse.ts';
import { readNotebook } from './notebook.ts';
import { notebookOf } from './write-notebook.ts';

const markdown = `# Primes

Numbers without *other* divisors, as **Euclid** proved; see \`Prime\`.

## Größe

- \`PrimeQ[7]\` is \`True\`
- two

\`\`\`wl
Table["a\\n" <> ToString[Prime[n]], {n, 3}]
(* next *)
\`\`\`

### Elsewhere

\`\`\`python
print("x")
\`\`\`
`;

test('Markdown becomes cells, which read as the same headings, texts, items and code', () => {
  const { text, cells } = notebookOf(markdown);
  expect(cells).toBe(8);
  expect(text).toMatch(/^[ -~\n]*$/);
  expect(parseWolfram(text).problems).toEqual([]);
  const { title, blocks } = readNotebook(text, '');
  expect([title, blocks]).toEqual([
    'Primes',
    [
      { kind: 'text', text: 'Numbers without other divisors, as Euclid proved; see `Prime`.' },
      { kind: 'heading', level: 2, text: 'Größe' },
      { kind: 'text', text: '- `PrimeQ[7]` is `True`' },
      { kind: 'text', text: '- two' },
      { kind: 'code', text: 'Table["a\\n" <> ToString[Prime[n]], {n, 3}]\n(* next *)', language: 'wl' },
      { kind: 'heading', level: 3, text: 'Elsewhere' },
      { kind: 'code', text: 'print("x")', language: 'wl' },
    ],
  ]);
});

test('Markdown without text is a notebook without cells', () => {
  expect(notebookOf('\n')).toMatchObject({ cells: 0, text: expect.stringContaining('Notebook[{\n\n}]') });
});
