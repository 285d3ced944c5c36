/** What one definition file may cost. Past any of these the file is reported and left alone; its siblings are served. */

/** Bytes. */
export const maxFileBytes = 5 * 1024 * 1024;

/** Lists and maps inside one another. The deepest definition needs about ten; a parser's stack ends near a thousand. */
export const maxDepth = 64;

/** Values that aliases may add to a file by naming an anchor again (a few lines of YAML can ask for billions). */
export const maxAliasedValues = 10_000;

/** Syntax problems reported for one file; the rest follow from the first ones. */
export const maxSyntaxProblems = 20;
