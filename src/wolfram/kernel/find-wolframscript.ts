/** Finds `wolframscript`: by the environment variable, in PATH, or in the default installation folders. */
import { accessSync, constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Names the environment variable with the path of the program; an empty path disables the kernel. */
export const wolframscriptVariable = 'PROMPT_WORKBENCH_WOLFRAMSCRIPT';

/** What is missing on a computer without `wolframscript`, and what to install. */
export const noKernel = `There is no Wolfram kernel on this computer: install the free Wolfram Engine and WolframScript (https://www.wolfram.com/engine), or set ${wolframscriptVariable} to the path of wolframscript.`;

const usualPaths: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
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

/** Returns its absolute path; undefined if it is not installed. */
export async function findWolframscript(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  for (const candidate of candidates(env)) if (await isProgram(candidate)) return candidate;
  return undefined;
}

/** Synchronous: whether `wolframscript` is installed. */
export function hasWolframscript(env: NodeJS.ProcessEnv = process.env): boolean {
  return candidates(env).some((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The variable takes precedence. Relative entries of PATH are skipped, because they depend on the current folder. */
function candidates(env: NodeJS.ProcessEnv): readonly string[] {
  const set = env[wolframscriptVariable];
  if (set !== undefined) return isAbsolute(set) ? [set] : [];
  const name = process.platform === 'win32' ? 'wolframscript.exe' : 'wolframscript';
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return [...folders.map((folder) => join(folder, name)), ...(usualPaths[process.platform] ?? [])];
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
