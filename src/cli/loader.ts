/**
 * `dist/cli.cjs`, the entry point. It runs `program.cjs` from the same folder with V8's cached code of an earlier start.
 * The program sees this file as its `__filename`, because workers and client applications start this file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCached } from '../state/code-cache.ts';

const file = join(__dirname, 'program.cjs');
const program = `(function(exports,require,module,__filename,__dirname){${readFileSync(file, 'utf8')}\n})`;
loadCached<(...scope: unknown[]) => void>(program, {
  id: process.env.PROMPT_WORKBENCH_BUILD ?? '',
  filename: file,
}).call(exports, exports, require, module, __filename, __dirname);
