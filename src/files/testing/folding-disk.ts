/**
 * A disk as macOS and Windows have: it finds a file under other spellings of its name, and keeps the spelling. A test
 * replaces `node:fs` and `node:fs/promises` by what `foldingDisk` returns.
 */
import { basename, dirname, join, sep } from 'node:path';
import { fileNameKey } from '../../base/file-name-key.ts';

type Functions = Record<string, unknown>;

/** Paths below this folder are on the disk; undefined: no path is. */
export const foldingDiskAt: { folder: string | undefined } = { folder: undefined };

/** @param fs the module to wrap @param readdirSync of the real `node:fs` */
export function foldingDisk<Module extends object>(fs: Module, readdirSync: (path: string) => string[]): Module {
  const wrap = (value: unknown, name: string): unknown => {
    if (typeof value !== 'function' || /^[A-Z_]/.test(name)) return value;
    const wrappedFunction = (...args: unknown[]) => {
      const [firstPath, secondPath, ...otherArguments] = args;
      const from = presentPath(firstPath);
      const takesTwo = /^(link|rename|copyFile)/.test(name) && typeof secondPath === 'string';
      // A rename to another spelling of the same file gives it the new spelling.
      const isRespelled = name.startsWith('rename') && presentPath(secondPath) === from;
      const to = takesTwo && !isRespelled ? presentPath(secondPath) : secondPath;
      const result: unknown = value.call(
        fs,
        ...(args.length > 0 ? [from] : []),
        ...(args.length > 1 ? [to] : []),
        ...otherArguments,
      );
      // Only the native function corrects the spelling.
      const isAsTyped = name === 'realpathSync' && typeof firstPath === 'string' && isSame(String(result), firstPath);
      return isAsTyped ? firstPath : result;
    };
    return Object.assign(wrappedFunction, 'native' in value ? { native: wrap(value.native, 'native') } : {});
  };

  /** The path as the disk spells it. */
  function presentPath(path: unknown): unknown {
    const root = foldingDiskAt.folder;
    if (typeof path !== 'string' || root === undefined || !path.startsWith(root + sep)) return path;
    const folder = String(presentPath(dirname(path)));
    const name = basename(path);
    const names = namesIn(folder);
    return join(folder, names.includes(name) ? name : (names.find((candidate) => isSame(candidate, name)) ?? name));
  }

  function namesIn(folder: string): readonly string[] {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  }

  const functions = Object.fromEntries(Object.entries(fs).map(([name, value]) => [name, wrap(value, name)]));
  return { ...functions, default: functions } as Functions as Module;
}

function isSame(path: string, otherPath: string): boolean {
  return fileNameKey(path) === fileNameKey(otherPath);
}
