import { build } from './build.mjs';

/** Before the first test: tests of the command line and of the sandbox run what is really shipped. */
export default async function setup(): Promise<void> {
  await build(['node', 'reference']);
}
