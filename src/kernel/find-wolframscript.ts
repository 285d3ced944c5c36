/** Where this machine's `wolframscript` is: set, in the search path, or where its installers put it. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Names the program; the empty text means that none shall be used. */
export const wolframscriptVariable = 'PROMPT_WORKBENCH_WOLFRAMSCRIPT';

const installed: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/usr/local/bin/wolframscript',
    '/Applications/WolframScript.app/Contents/MacOS/wolframscript',
    '/Applications/Wolfram.app/Contents/MacOS/wolframscript',
    '/Applications/Wolfram Engine.app/Contents/Resources/Wolfram Player.app/Contents/MacOS/wolframscript',
  ],
  win32: [
    'C:\\Program Files\\Wolfram Research\\WolframScript\\wolframscript.exe',
    'C:\\Program Files (x86)\\Wolfram Research\\WolframScript\\wolframscript.exe',
  ],
  linux: ['/usr/bin/wolframscript', '/usr/local/bin/wolframscript', '/opt/Wolfram/WolframScript/bin/wolframscript'],
};

/** Its absolute path; undefined where there is none. A relative entry of the search path is left out: it is anybody's. */
export async function findWolframscript(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const set = env[wolframscriptVariable];
  if (set !== undefined) return set !== '' && isAbsolute(set) && (await isProgram(set)) ? set : undefined;
  const name = process.platform === 'win32' ? 'wolframscript.exe' : 'wolframscript';
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  for (const candidate of [...folders.map((folder) => join(folder, name)), ...(installed[process.platform] ?? [])]) {
    if (await isProgram(candidate)) return candidate;
  }
  return undefined;
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
