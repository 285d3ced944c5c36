/** Files that were written in another encoding than UTF-8: what their bytes mean, and how they become UTF-8. */
import { basename, dirname, join } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { createFile } from '../../files/atomic-write.ts';
import { asRefusal } from '../../files/file-errors.ts';
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { readableText } from '../read/source-text.ts';
import type { Converted, ForeignEncoding } from '../types.ts';
import { readFromDisk, realPathOf, replaceText } from './save.ts';

export interface ForeignText {
  readonly encoding: ForeignEncoding;
  readonly text: string;
}

/** What is shown of bytes that are not UTF-8: UTF-16 where they begin with its mark, else Windows-1252, which is Latin-1. */
export function foreignText(bytes: Uint8Array): ForeignText {
  const encoding = encodingOf(bytes);
  const text = encoding === 'windows-1252' ? windowsText(bytes) : new TextDecoder(encoding).decode(bytes);
  return { encoding, text };
}

/** The characters from 0x80 on, in which Windows-1252 is not Latin-1; those that it leaves free are kept as controls. */
const from80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

// Not by a TextDecoder: some versions of Node decode these characters as controls.
function windowsText(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes).toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (control) => from80[control.charCodeAt(0) - 0x80] ?? control);
}

function encodingOf([first, second]: Uint8Array): ForeignEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'windows-1252';
}

/** Backups of one file that are kept before a person has to look at them. */
const maxKept = 100;

/**
 * Writes a file that is not UTF-8 as what was shown of it, after its bytes were put beside it.
 * @throws WorkbenchError `conflict` where the file is not that version any more; `refused` where it is UTF-8 already, or
 *   the operating system does not write it
 */
export async function convertFile(root: string, path: DefinitionPath, version: string): Promise<Converted> {
  const held = await readFromDisk(root, path);
  const real = realPathOf(root, path);
  if (held.version !== version || real === undefined) throw changed(path);
  if (readableText(held.bytes) !== undefined)
    throw new WorkbenchError('refused', `${path.file} is written in UTF-8 already: open it again.`);
  const { text } = foreignText(held.bytes);
  const kept = await keepBeside(real, held.bytes).catch((error: unknown) => {
    throw asRefusal(error, `The bytes of ${path.file} cannot be kept beside it`);
  });
  const written = await replaceText(root, path, version, text);
  if (written === undefined) throw changed(path);
  return { version: written, kept: `${dirname(path.file)}/${kept}` };
}

/** Answers the name of the new file. */
async function keepBeside(path: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; number <= maxKept; number++) {
    const name = `${basename(path)}.original${number === 1 ? '' : `-${number}`}`;
    if (await createFile(join(dirname(path), name), bytes)) return name;
  }
  throw new WorkbenchError('refused', `${basename(path)} has too many backups beside it: move some of them away.`);
}

function changed({ file }: DefinitionPath): WorkbenchError {
  return new WorkbenchError('conflict', `${file} was changed elsewhere. Check it, then try again.`);
}
