import { findProgram } from '../../clients/connect/commands/find-program.ts';

/** Finds the file of the first of these programs that is on PATH. */
export async function findFirst(names: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const name of names) {
    const file = await findProgram(name, { env, platform: process.platform }, true);
    if (file !== undefined) return file;
  }
  return undefined;
}
