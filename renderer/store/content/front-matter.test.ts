import { expect, test } from 'vitest';
import { withoutFrontMatter } from './front-matter.ts';

test('the settings of a command file are recognised at the beginning of a text', () => {
  const pastedText =
    '---\ndescription: Reviews a change\nargument-hint: [file]\nallowed-tools:\n  - Read\n---\n\nReview $ARGUMENTS\n';
  expect(withoutFrontMatter(pastedText)).toBe('Review $ARGUMENTS\n');
  expect(withoutFrontMatter(pastedText.replaceAll('\n', '\r\n'))).toBe('Review $ARGUMENTS\r\n');
});

test.each([
  '',
  '---',
  '---\nNotes: between rules\n---\nText',
  'Text\n---\ndescription: later\n---\n',
  '---\ndescription: without an end\nText',
])('%j has none', (text) => {
  expect(withoutFrontMatter(text)).toBeUndefined();
});

test('a long text of keys without an end is read quickly', () => {
  const startMs = performance.now();
  expect(withoutFrontMatter(`---\n${'description: x\n'.repeat(20_000)}`)).toBeUndefined();
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
