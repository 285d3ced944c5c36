/** Starts of programs: Windows needs cmd.exe for a script. */
import { systemProgram } from '../base/system-program.ts';
import { OutsideError } from './limits.ts';

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already (`windowsVerbatimArguments` of Node). */
  readonly isQuoted: boolean;
  /** Variables that the program needs in addition. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * How to start a program. Windows runs a `.cmd` or `.bat`, such as `npx`, only by cmd.exe, and Node refuses to start one
 * (CVE-2024-27980).
 * @param program a path, as `resolveProgram` returns it
 * @throws OutsideError for a script with an argument that cmd.exe cannot take
 */
export function launchOf(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Launch {
  if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(program)) return { file: program, args, isQuoted: false, env: {} };
  const line = [quotedForScript(program, true), ...args.map((arg) => quotedForScript(arg))].join(' ');
  return {
    file: systemProgram('cmd', env),
    // Extensions on, for `%cd:~,%`; delayed expansion and AutoRun off.
    args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`],
    isQuoted: true,
    // Otherwise cmd.exe would run a `node.exe` of the current folder, which may be a workspace.
    env: { NoDefaultCurrentDirectoryInExePath: '1' },
  };
}

/** Characters that neither cmd.exe nor a program's argument parser interprets. */
const plainWord = /^[A-Za-z0-9#$*+\-./:?@\\_]+$/;

/**
 * Quotes an argument for cmd.exe, and for the script that passes it on with `%*`, as Rust's standard library does
 * (CVE-2024-24576): `"` is doubled, and a variable without a value separates `%` from what follows.
 * @throws OutsideError for a character that ends the command
 */
function quotedForScript(arg: string, isForced = false): string {
  if (/[\0\r\n]/.test(arg))
    throw new OutsideError('it could not be started (Windows cannot pass a line break to a .cmd or .bat script)');
  if (!isForced && plainWord.test(arg) && !arg.endsWith('\\')) return arg;
  const escapedArg = arg.replace(
    /(\\*)("|$)/g,
    (_, slashes: string, quote: string) => slashes + slashes + quote + quote,
  );
  return `"${escapedArg.replaceAll('%', '%%cd:~,%')}"`;
}
