import { expect, test } from 'vitest';
import { isPortableFileName } from './prompt-names.ts';

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
