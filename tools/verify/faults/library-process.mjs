/** A process that edits through the library without a host, as `import` does. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { root } from './world.mjs';

/** Starts the process, with the state folder of the workbench. @returns `call` as a host has it, for edits only, and `stop` */
export async function openLibraryProcess(world) {
  const outfile = join(world.home, 'library.cjs');
  // Native code stays where it is installed.
  const nativeCode = createRequire(import.meta.url).resolve('fs-native-extensions');
  await build({
    stdin: {
      contents: `
        import { createInterface } from 'node:readline';
        import { openLibrary } from './src/library/open-library.ts';
        const library = openLibrary(process.env.PROMPT_WORKBENCH_WORKSPACE);
        createInterface({ input: process.stdin }).on('line', async (line) => {
          const { id, file, edits } = JSON.parse(line);
          const answer = await (await library).edit(file, edits).then(
            ({ text: _, previousText: __, ...value }) => ({ id, value }),
            (error) => ({ id, error: { message: error.message, code: error.code } }),
          );
          console.log(JSON.stringify(answer));
        });`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { 'fs-native-extensions': nativeCode },
    external: [nativeCode],
    outfile,
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [outfile], { env: world.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waitingRequests = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, value, error } = JSON.parse(line);
    const { resolve, reject } = waitingRequests.get(id);
    waitingRequests.delete(id);
    if (error) reject(Object.assign(new Error(error.message), error));
    else resolve(value);
  });
  let lastId = 0;
  return {
    call: (_, { file, edits }) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waitingRequests.set(id, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id, file, edits })}\n`);
      }),
    stop: () => child.kill(),
  };
}
