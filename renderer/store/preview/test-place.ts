/** Finds a test in the text of its file. */

/**
 * The characters of a test's name in the YAML text of a file; its beginning if the file writes the test in another way.
 * @param prompt the name of its prompt, where several may be in the file
 */
export function findTestPlace(
  text: string,
  prompt: string,
  test: string,
): { readonly from: number; readonly to: number } {
  const start = nameAfter(text, prompt, 0)?.from ?? 0;
  const tests = /^[\s,{-]*["']?Tests["']?:/m.exec(text.slice(start));
  return nameAfter(text, test, start + (tests?.index ?? 0)) ?? { from: 0, to: 0 };
}

/** The value of the first `Name` with this text, plain or quoted. */
function nameAfter(text: string, name: string, start: number): { from: number; to: number } | undefined {
  const spellings = [name, JSON.stringify(name), `'${name.replaceAll("'", "''")}'`];
  const keys = /\bName["']?:[ \t]*/g;
  keys.lastIndex = start;
  for (let key = keys.exec(text); key; key = keys.exec(text)) {
    const from = keys.lastIndex;
    const match = spellings.find(
      (spelling) =>
        text.startsWith(spelling, from) &&
        /^\s*([,}#\r\n]|$)/.test(text.slice(from + spelling.length, from + spelling.length + 80)),
    );
    if (match !== undefined) return { from, to: from + match.length };
  }
  return undefined;
}
