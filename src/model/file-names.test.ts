import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, freeName, isPortableFileName } from './file-names.ts';

test.each(['Greet', 'my prompt', 'v1.2', 'Grüße', 'console', 'com', 'com10', 'nulls', 'a'.repeat(100)])(
  '%j can be a file on every operating system',
  (name) => {
    expect(isPortableFileName(name)).toBe(true);
  },
);

test.each(['con', 'NUL', 'Aux', 'prn', 'com1', 'LPT9', 'com¹', 'nul.draft', 'con .x', 'CONIN$'])(
  '%j is a device for Windows',
  (name) => {
    expect(isPortableFileName(name)).toBe(false);
  },
);

test.each(['', '.hidden', 'a.', 'a ', 'a\u00a0', ' a', 'a/b', 'a\\b', 'a:b', 'a?', 'a\nb', 'a'.repeat(101)])(
  '%j cannot be a file on every operating system',
  (name) => {
    expect(isPortableFileName(name)).toBe(false);
  },
);

test('a suggested name is free, and is the wanted name if that is free', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'a-2', 'A', 'b-10'),
      fc.array(fc.constantFrom('a', 'A-2', 'a-3', 'b')),
      (name, takenNames) => {
        const newName = freeName(name, takenNames);
        expect(takenNames.map((value) => value.toLowerCase())).not.toContain(newName.toLowerCase());
        if (!takenNames.some((value) => value.toLowerCase() === name.toLowerCase())) expect(newName).toBe(name);
      },
    ),
  );
});

test('every MCP name has a file name that is free and usable on every operating system', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 130, unit: 'grapheme' }), fc.boolean(), (name, isTaken) => {
      const firstName = fileNameOf(name, []);
      const file = isTaken ? fileNameOf(name, [firstName]) : firstName;
      expect(isPortableFileName(file)).toBe(true);
      if (isTaken) expect(file).not.toBe(firstName);
      else if (isPortableFileName(name)) expect(file).toBe(name);
    }),
  );
});
