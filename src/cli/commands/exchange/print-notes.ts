import { onOneLine, printError } from '../../print.ts';

/** Prints on stderr what an export could not keep, with the prompt's name where a note is about one prompt. */
export function printNotes(notes: readonly { readonly prompt?: string; readonly message: string }[]): void {
  for (const { prompt, message } of notes)
    printError(`${onOneLine(`Note: ${prompt === undefined ? '' : `${prompt}: `}${message}`)}\n`);
}
