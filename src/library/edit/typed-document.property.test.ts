import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYaml } from '../read/yaml-document.ts';
import { changedLines } from './changed-lines.ts';
import { listedAt } from './possible-texts.ts';
import { typedDocument } from './typed-document.ts';

const long = 'Consider what the reader knows already.\n\n  Indented: - "text" # no comment\n'.repeat(60);
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
        const body = `${begin}A\n${long}`.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
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
        const old = String(Reflect.get(entry?.node as object, 'value'));
        const start = at % (old.length + 1);
        const value = old.slice(0, start) + insert + old.slice(start + removed);
        const typed = entry && changedLines(document.text, entry, value, lineBreak);
        if (!typed || document.findings.length > 0) return;
        typedCount++;
        const { lines, ...own } = typedDocument(document, typed);
        const { lines: expectedLines, ...expected } = parseYaml(own.text);
        expect(own).toStrictEqual(expected);
        expect(lines.lineStarts).toEqual(expectedLines.lineStarts);
      },
    ),
    { numRuns: 120 },
  );
  expect(typedCount).toBeGreaterThan(30);
});
