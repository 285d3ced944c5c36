/** The text that a file would have with unsaved values. */
import { WorkbenchError } from '../../base/errors.ts';
import type { Input } from '../../contract/contract.ts';
import { textWith } from '../write/edit-file.ts';
import type { FileHistory } from './file-history.ts';

type Values = Extract<Input<'history.keep'>['mine'], { kind: 'values' }>['values'];

/**
 * Puts the values into the newest text that has a place for them: the text on disk may be broken or without the definition.
 * @throws WorkbenchError `refused` if no text has
 */
export function textWithValues({ path, versions }: FileHistory, values: Values): string {
  for (let index = versions.all.length - 1; index >= 0; index--) {
    const text = versions.textAt(index);
    if (text === undefined) continue;
    try {
      const result = textWith(path, text, values);
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
    }
  }
  throw new WorkbenchError('refused', `No version of ${path.file} has a place for your text. Copy it first.`);
}
