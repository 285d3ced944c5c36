/** Checks that a real agent runs a command only if a person allows it: a stand-in for its model asks for one that makes a file. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startModel } from './model.mjs';

const run = promisify(execFile);

/**
 * @param {string} cli @param {{ client: string, title: string, prepareRun?(home: string, url: string): Promise<NodeJS.ProcessEnv> }} agent
 * @param {NodeJS.ProcessEnv} env @param {string} workspace @param {string} home an existing folder
 */
export async function checkPermissions(cli, { client, title, prepareRun }, env, workspace, home) {
  let areAllRight = true;
  // OpenCode asks for the folder of the file first.
  for (const allow of [undefined, 'execute,other']) {
    const runHome = await mkdtemp(join(home, 'permission-'));
    const file = join(runHome, 'made');
    const model = await startModel('Said so.', `touch ${file}`);
    try {
      const variables = { ...env, HOME: runHome, ...(await prepareRun?.(runHome, model.url)) };
      const command = ['run', 'S', 'say', 'q=x', '--with', client, '--json', '--workspace', workspace];
      const args = [cli, ...command, ...(allow === undefined ? [] : ['--allow', allow])];
      const { stdout } = await run(process.execPath, args, { env: variables });
      const { text, asked = [] } = JSON.parse(stdout);
      const isMade = existsSync(file);
      const isAsRequired = isMade === (allow !== undefined) && (isMade ? asked[0]?.isAllowed === true : true);
      const what = isMade ? 'ran its command' : 'did not run its command';
      console.log(`${title}: ${what} ${allow ? `with --allow ${allow}` : 'without a permission'} (${text.trim()})`);
      if (!isAsRequired) console.log(`         not as required: asked ${JSON.stringify(asked)}`);
      areAllRight &&= isAsRequired;
    } catch (error) {
      const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
      console.log(`${title}: could not run ${stdout}${stderr}${error instanceof Error ? error.message : error}`);
      areAllRight = false;
    } finally {
      await model.close();
    }
  }
  return areAllRight;
}
