/**
 * An esbuild plugin that makes a CommonJS bundle keep its compiled code (src/state/code-cache.ts): the bundle becomes a comment
 * that Node skips, behind the few lines that compile it with what was kept.
 */
import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands for the end of a comment inside the comment. esbuild escapes control characters, so no bundle has it. */
const ESCAPED_END = '*\u0001/';

export function selfCaching(root) {
  return {
    name: 'self-caching',
    setup(build) {
      build.initialOptions.write = false;
      // A script with kept code has no `import()` (Node 20); bundled, it is a promise of `require` anyway.
      build.initialOptions.supported = { ...build.initialOptions.supported, 'dynamic-import': false };
      build.onEnd(async ({ outputFiles = [] }) => {
        for (const { path, text } of outputFiles) {
          writeFileSync(path, await wrap(build.esbuild, root, text));
          // A package's bin is started as a program of its own.
          chmodSync(path, 0o755);
        }
      });
    },
  };
}

async function wrap(esbuild, root, program) {
  const id = createHash('sha256').update(program).digest('hex').slice(0, 16);
  const { outputFiles } = await esbuild.build({
    stdin: { contents: loader(id), resolveDir: join(root, 'src'), loader: 'js' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    logLevel: 'error',
  });
  const module = `(function(exports,require,module,__filename,__dirname){${program}\n})`;
  return `#!/usr/bin/env node\n${outputFiles[0].text.trimEnd()}\nfunction __program(){/*${module.replaceAll('*/', ESCAPED_END)}*/}\n`;
}

function loader(id) {
  return `import { loadCached } from './state/code-cache.ts';
const text = __program.toString();
const program = text.slice(text.indexOf('/*') + 2, -3).replaceAll(${JSON.stringify(ESCAPED_END)}, '*' + '/');
loadCached(program, '${id}', __filename).call(exports, exports, require, module, __filename, __dirname);`;
}
