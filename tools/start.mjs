/**
 * `npm start`: installs what is missing, builds what has changed, and opens the workbench — in Electron where its binary
 * is available and there is a screen, otherwise in the browser, with one line that says why. `--browser` and `--desktop`
 * choose; other arguments are passed to the workbench.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);

/** The arguments of the command line that these stand for. */
function programArguments() {
  const otherArgs = args.filter((arg) => arg !== '--browser' && arg !== '--desktop');
  if (args.includes('--browser')) return ['open', ...otherArgs];
  return [args.includes('--desktop') ? 'desktop' : '--download', ...otherArgs];
}

async function main() {
  ensureInstalled(root);
  const { build } = await import('./build.mjs');
  const built = await build();
  if (built.length > 0) console.log('Built the workbench.');
  const cli = join(root, 'dist', 'cli.cjs');
  process.argv = [process.execPath, cli, ...programArguments()];
  createRequire(cli)(cli);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
