import { build } from '../build.mjs';

/** Builds before the first test: tests of the command line and of the sandbox run the shipped files. */
export default async function setup(): Promise<void> {
  await build(['node', 'languages', 'reference', 'code']);
}
