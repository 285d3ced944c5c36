/** Builds the named parts of dist/ that are out of date; answers which had to be built. */
export function build(names?: ('node' | 'reference' | 'renderer')[]): Promise<string[]>;
