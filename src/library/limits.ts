/** Limits for one definition file. A file that exceeds one is reported and not served; other files are unaffected. */

export const maxFileBytes = 5 * 1024 * 1024;

/** Of a file of samples. Every window holds them all. */
export const sampleLimits = { bytes: 256 * 1024, rows: 500 } as const;

/** Nesting of lists and maps. Definitions need about ten levels; the parser's stack overflows near a thousand. */
export const maxDepth = 64;

/** Values that aliases may add to a file. A few lines of YAML can expand to billions. */
export const maxAliasedValues = 10_000;

/** Syntax problems reported for one file. Further ones usually follow from the first. */
export const maxSyntaxProblems = 20;

/**
 * Many programs empty a file and then write it. A file that stays empty for longer was emptied on purpose. A busy machine
 * may stop such a program between the two for hundreds of milliseconds.
 */
export const refillMs = 1_000;
