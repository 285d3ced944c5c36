/** Explains operating system errors to the user. */
import { constants } from 'node:os';
import { WorkbenchError } from '../base/errors.ts';

/** By code: what happened and what to do, as the end of a sentence. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission, so give yourself access to it',
  EPERM: 'you have no permission, so give yourself access to it',
  ENOENT: 'it was moved or deleted, so check where it is now',
  EEXIST: 'something else has its name, so move that away',
  ENAMETOOLONG: 'its name is too long, so give it a shorter name',
  EILSEQ: 'this disk does not allow its name, so give it another name',
  ELOOP: 'its links form a loop, so replace them with the file itself',
  ENOTDIR: 'a file has the name of its folder, so move that file away',
  EISDIR: 'a folder has its name, so move that folder away',
  EXDEV: 'its folder is on another disk, so move both to one disk',
  EROFS: 'the disk is read-only, so choose another folder',
  ENOTSUP: 'this disk does not support that, so choose another folder',
  ENOSPC: 'the disk is full, so free some space',
  EDQUOT: 'your disk quota is used up, so delete files or ask for more',
  EFBIG: 'it is too large for this disk, so make it smaller',
  EBUSY: 'another program is using it, so close it there',
  ETXTBSY: 'another program is running it, so close that program',
  EMFILE: 'the workbench has too many files open, so close windows and try again, or raise the limit (ulimit -n)',
  ENFILE: 'the computer has too many files open, so close other programs and try again',
  ENOMEM: 'the computer is out of memory, so close other programs and try again',
  EIO: 'the disk reports an error, so copy your files elsewhere and check the disk',
  ESTALE: 'the network drive replaced it, so try again, or reconnect the drive',
  ENOLCK: 'the network drive does not respond, so reconnect it',
  ETIMEDOUT: 'the network drive does not respond, so reconnect it',
  EHOSTDOWN: 'the network drive does not respond, so reconnect it',
  ENODEV: 'the disk is missing, so reconnect it',
  ENXIO: 'the disk is missing, so reconnect it',
  UNKNOWN: 'Windows does not say why, so check that its disk or cloud drive is connected',
};

/** Windows has these codes for a file that another program has open, too. */
const openOrForbidden =
  'another program is using it, or you have no permission, so close it there, or give yourself access to it';

const otherwise = 'check the disk and your access to it';

/** Names of error numbers that libuv does not know. */
const names = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

/**
 * Returns the code of an operating system error, such as `EACCES`, or `error 117` for one without a name; undefined for
 * any other error.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || typeof code !== 'string') return undefined;
  // libuv has no code for some errors of Windows, such as those of cloud drives.
  if (/^E[A-Z0-9]+$/.test(code) || code === 'UNKNOWN') return code;
  if (!code.startsWith('Unknown system error') || errno === undefined) return undefined;
  return names.get(Math.abs(errno)) ?? `error ${Math.abs(errno)}`;
}

/** @param what the beginning of the sentence: `This file cannot be read` */
export function failureSentence(what: string, error: unknown, platform: NodeJS.Platform = process.platform): string {
  const code = codeOf(error) ?? String(error);
  const isAmbiguous = platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
  return `${what} (${code}): ${isAmbiguous ? openOrForbidden : (advice[code] ?? otherwise)}.`;
}

/** Converts an operating system error to a `refused` error; returns any other error unchanged. */
export function asRefusal(error: unknown, what: string): unknown {
  if (codeOf(error) === undefined || error instanceof WorkbenchError) return error;
  return new WorkbenchError('refused', failureSentence(what, error), { cause: error });
}
