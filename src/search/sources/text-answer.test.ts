import { expect, test } from 'vitest';
import { refuseWebPage } from './text-answer.ts';

const refuse = (text: string) => refuseWebPage(text, 'The server', 'check its address.');

test.each([
  '<!DOCTYPE html><p>Sign in',
  ' \n<html lang="en">',
  '<?xml version="1.0"?>\n<!-- one -->\n<!-- two -->\n<!doctype  html>',
])('a web page in place of text is refused: %s', (text) => {
  expect(() => refuse(text)).toThrow('The server returned a web page instead of text: check its address.');
});

test.each(['', 'Text', '<!-- open', '# About <html>', '<htmlx>'])('text is not a web page: %s', (text) => {
  expect(() => refuse(text)).not.toThrow();
});

test('text after very many comments is read in linear time', () => {
  const startMs = performance.now();
  refuse(`${'<!-- x -->\n'.repeat(26)}Text`);
  refuse(`${'<!-- x -->\n'.repeat(50_000)}Text`);
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
