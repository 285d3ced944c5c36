/** Splits a command line into words. Quotes group words; nothing is expanded. */
import { WorkbenchError } from './errors.ts';

const piece = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)|(["'\\])/gs;

/** @throws WorkbenchError `invalid-input` for an unclosed quote */
export function splitCommand(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  // On Windows a backslash is part of a path: C:\Tools\server.exe, \\server\share\tool, node C:\server.js.
  const isPath = /(^|[\s"'=])([A-Za-z]:\\|\\\\[^\s\\]+\\)/.test(line);
  for (const [match, doubleQuoted, singleQuoted, escaped, plainText, unclosed] of line.trim().matchAll(piece)) {
    if (unclosed === '\\' || (isPath && escaped !== undefined)) word = (word ?? '') + match;
    else if (unclosed !== undefined)
      throw new WorkbenchError('invalid-input', `The command has an unclosed quote: ${line.trim()}`);
    else if (/^\s/.test(match)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else
      word =
        (word ?? '') +
        (doubleQuoted?.replace(isPath ? /\\(")/g : /\\(["\\])/g, '$1') ?? singleQuoted ?? escaped ?? plainText ?? '');
  }
  if (word !== undefined) words.push(word);
  return words;
}
