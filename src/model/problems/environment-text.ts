/** References to environment variables in texts, such as `Bearer ${DOCS_TOKEN}`, which keep secrets out of files. */

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Returns the variables that a text names, in order. */
export function environmentNames(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name]) => name as string);
}

/** Replaces each reference by its value; a reference inside a value is not replaced. */
export function fillEnvironment(text: string, value: (name: string) => string): string {
  return text.replace(reference, (_, name: string) => value(name));
}
