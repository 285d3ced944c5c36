/**
 * `dist/cli.cjs`, the file that is started: compiles `program.cjs`, which lies beside it, with the code that V8 kept from
 * an earlier start. The program sees this file as its own, because this is the file that its workers and the entries of
 * client applications start.
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
