/**
 * What the workbench does with a Wolfram kernel, with a real one: the tests have a stand-in, which does not know the language.
 *
 *   npm run verify:wolfram    the kernel on PATH, or the program that PROMPT_WORKBENCH_WOLFRAMSCRIPT names
 *
 * Exit code 0: everything holds. 1: something does not. 77: there is no kernel, so nothing was run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { wolframChecks } from './verify/wolfram-checks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const notRun = 77;

const entry = `
export { createWolfram } from './src/wolfram/kernel/wolfram.ts';
export { startKernel } from './src/wolfram/kernel/kernel-process.ts';
export { findWolframscript } from './src/wolfram/kernel/find-wolframscript.ts';
export { defineSymbols, inspectCode, reportTests } from './src/wolfram/kernel/own-functions.ts';
export { applyTemplate } from './src/model/template/string-template.ts';
export { notebookOf } from './src/search/sources/readers/write-notebook.ts';
export { printString } from './src/wolfram/syntax/strings.ts';
export { workspaceText } from './src/import/wolfram-text.ts';
export { openLibrary } from './src/library/open-library.ts';
`;

const folder = await mkdtemp(join(tmpdir(), 'verify-wolfram-'));
let failedCount = 0;
try {
  const bundle = join(folder, 'workbench.mjs');
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const workbench = await import(pathToFileURL(bundle).href);
  const program = await workbench.findWolframscript();
  if (program === undefined) {
    console.log(
      'Not run: there is no wolframscript on this machine. Install the Wolfram Engine and WolframScript, or set PROMPT_WORKBENCH_WOLFRAMSCRIPT to the path of wolframscript or WolframKernel.',
    );
    process.exitCode = notRun;
  } else {
    console.log(`With ${program}:`);
    const wolfram = workbench.createWolfram({
      trust: { require: async () => {} },
      sessionsDir: join(folder, 'sessions'),
    });
    for (const [name, check] of wolframChecks({ ...workbench, wolfram, program, bundle, folder })) {
      const start = performance.now();
      try {
        const note = await check();
        console.log(`ok    ${name}${note ? `: ${note}` : ''} (${Math.round(performance.now() - start)} ms)`);
      } catch (error) {
        failedCount++;
        console.log(`FAIL  ${name}\n      ${String(error.message).replaceAll('\n', '\n      ')}`);
      }
    }
    wolfram.close();
    console.log(failedCount === 0 ? 'Everything holds.' : `${failedCount} checks failed.`);
    if (failedCount > 0) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
