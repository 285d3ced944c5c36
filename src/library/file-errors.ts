/** What an error of the operating system means to the person whose file it is. */
import { WorkbenchError } from '../model/errors.ts';

const advice: Readonly<Record<string, string>> = {
  EACCES: 'give yourself access to it',
  EPERM: 'give yourself access to it',
  ENAMETOOLONG: 'give it a shorter name',
  ELOOP: 'its links lead in a circle, so put the file itself there',
  ENOTDIR: 'a file is in the place of its folder, so move that away',
  EISDIR: 'a folder is in its place, so move that away',
  EROFS: 'the disk is read-only, so choose another place',
  ENOSPC: 'the disk is full, so make room on it',
  EDQUOT: 'the disk quota is used up, so make room',
  EBUSY: 'close it in the other program',
};

/** The name of an operating system's error, such as `EACCES`; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code !== undefined && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** `what` is the beginning of a sentence: `This file cannot be read`. */
export function failureSentence(what: string, error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return `${what} (${code}): ${advice[code] ?? 'look at the disk and at who may use it'}.`;
}

/** An operating system's error as a refusal; any other error, a defect or a refusal already, as it is. */
export function asRefusal(error: unknown, what: string): unknown {
  if (codeOf(error) === undefined || error instanceof WorkbenchError) return error;
  return new WorkbenchError('refused', failureSentence(what, error), { cause: error });
}
