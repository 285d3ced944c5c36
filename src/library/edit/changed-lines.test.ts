import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from '../../base/json.ts';
import { spliceBetween } from '../../base/text/splice.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { parseText } from '../read/definition/plain-data.ts';
import { editText, readText } from './edit-text.ts';

const path = definitionPath('prompts/Long.yaml');
const longText = 'Consider what the reader knows already.\n'.repeat(120);

function fileOf(text: string, { lineBreak = '\n', indentation = '   ', header = '|' } = {}): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : indentation + line));
  const head = ['Name: Long # the name', 'Content:', `  StringTemplate: ${header} # the text`];
  return [...head, ...lines, 'Description: Last'].join(lineBreak);
}

/** The text of the prompt in a file. */
function textIn(file: string): unknown {
  // The result of the edit is known without its parsing.
  parseText('');
  return valueAt(readText(path, file)?.data, ['Content', 'StringTemplate']);
}

function applyEdit(file: string, text: string): string {
  const readableText = readText(path, file);
  if (!readableText) throw new Error('The file has to be readable.');
  const result = editText(path, readableText, { Name: 'Long', Content: { StringTemplate: text }, Description: 'Last' });
  expect(textIn(result)).toBe(text);
  return result;
}

test('a letter typed in a long text changes one letter of the file, even with unusual indentation or line breaks', () => {
  for (const lineBreak of ['\n', '\r\n'])
    for (const indentation of ['   ', '     ']) {
      const file = fileOf(`A line.\n  Indented.\n\n${longText}`.trimEnd(), { lineBreak, indentation, header: '|-' });
      const text = String(textIn(file));
      const at = text.indexOf('knows');
      const result = applyEdit(file, `${text.slice(0, at)}x${text.slice(at)}`);
      expect(spliceBetween(file, result)).toMatchObject({ insert: 'x', start: file.indexOf('knows') });
    }
});

test('a long text is exactly what was typed, whatever is typed where', () => {
  const piece = fc.stringMatching(/^[ \t#\nxé:|-]{0,6}$/);
  fc.assert(
    fc.property(piece, fc.nat(60), fc.nat(3), piece, (begin, place, removedCount, insert) => {
      const text = `${begin}A\n${longText}`;
      const firstFile = applyEdit(fileOf('Short'), text);
      for (const at of [place, text.length - (place % 12)])
        applyEdit(firstFile, text.slice(0, at) + insert + text.slice(at + removedCount));
    }),
  );
});
