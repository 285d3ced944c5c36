import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYaml } from '../read/definition/yaml-document.ts';
import { changedLines } from './changed-lines.ts';
import { listedAt } from './possible-texts.ts';
import { typedDocument } from './typed-document.ts';

const longText = 'Consider what the reader knows already.\n\n  Indented: - "text" # no comment\n'.repeat(60);
const piece = fc.stringMatching(/^[ \t\n#xé😀:|'"&*-]{0,8}$/u);
const headers = fc.constantFrom('|', '|-', '|+', '|2', '|2-', '| # the text');

test('the document after typing is the one that the parser gives for the new text', () => {
  let typedCount = 0;
  fc.assert(
    fc.property(
      fc.record({ begin: piece, at: fc.nat(), removed: fc.nat(90), insert: piece, header: headers }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', '\n\n  \n', '# A comment\n\n'),
      ({ begin, at, removed, insert, header }, lineBreak, after) => {
        const body = `${begin}A\n${longText}`.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
        const file = [
          '# A file',
          'Name: &name Long # the name',
          'Content:',
          `  StringTemplate: ${header}`,
          `${body.join('\n')}${after}Description: >`,
          '  Folded',
          'Arguments: [{Name: *name, Title: "A \\u0041"}]',
        ];
        const document = parseYaml(file.join('\n').replaceAll('\n', lineBreak));
        const entry = listedAt(document, ['Content'], 'prompt')?.entries[0];
        const oldText = String(Reflect.get(entry?.node as object, 'value'));
        const start = at % (oldText.length + 1);
        const value = oldText.slice(0, start) + insert + oldText.slice(start + removed);
        const typedLines = entry && changedLines(document.text, entry, value, lineBreak);
        if (!typedLines || document.findings.length > 0) return;
        typedCount++;
        const { lines, ...own } = typedDocument(document, typedLines);
        const { lines: expectedLines, ...expected } = parseYaml(own.text);
        expect(own).toStrictEqual(expected);
        expect(lines.lineStarts).toEqual(expectedLines.lineStarts);
      },
    ),
    { numRuns: 120 },
  );
  expect(typedCount).toBeGreaterThan(30);
});
