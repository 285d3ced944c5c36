/** Texts that name variables of the environment, `Bearer ${DOCS_TOKEN}`, so that files need not hold their values. */

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The variables that a text names, in its order. */
export function environmentNames(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name]) => name as string);
}

/** The text with the values in place; what looks like a reference inside a value stays as it is. */
export function fillEnvironment(text: string, value: (name: string) => string): string {
  return text.replace(reference, (_, name: string) => value(name));
}
