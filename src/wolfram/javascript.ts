/** JavaScript functions as expressions, which is what a kernel can pass to Node.js, and back. */

/** Comments in place of what only a module may have; `javaScriptOf` puts it back. */
const marks = { start: '/* export default */', end: '/* ; */' };

/** A module as an expression: a function of one argument without `import`, `await` and the context of the sandbox. */
export function expressionOf(code: string): string | undefined {
  const body = code.replace(/^(\s*)export\s+default\b/, `$1${marks.start}`).replace(/;(\s*)$/, `${marks.end}$1`);
  const start = /^\s*(?:\/\* export default \*\/)?\s*(?:function\b\s*[\w$]*\s*)?(\(|[\w$]+\s*=>)/.exec(body);
  if (!start || /\b(?:import|export|await|async|context|require)\b/.test(body.replace(marks.start, '')))
    return undefined;
  if (start[1] !== '(') return body;
  let depth = 0;
  for (const [index, character] of [...body].entries()) {
    if (index < start[0].length - 1) continue;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth === 0) return body;
    // A second parameter is the context.
    if (character === ',' && depth === 1) return undefined;
  }
  return undefined;
}

export function javaScriptOf(body: string): string {
  return body.replace(marks.start, 'export default').replace(/\/\* ; \*\/(\s*)$/, ';$1');
}
