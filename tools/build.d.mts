/** Builds the named parts of dist/ that are out of date; answers which had to be built. */
export function build(names?: ('node' | 'reference' | 'renderer')[]): Promise<string[]>;

/** Bundles a program into `program.cjs` of a folder, and its loader into `cli.cjs`. */
export function buildCommandLine(folder: string, options: import('esbuild').BuildOptions): Promise<void>;
