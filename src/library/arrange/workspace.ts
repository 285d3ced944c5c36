/** Helpers for plans: reading the workspace's definitions and producing file changes. */
import { WorkbenchError } from '../../base/errors.ts';
import { isSameData } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Change } from '../edit/changes.ts';
import { changeEntries, changeText, type ReadableText, readText } from '../edit/edit-text.ts';
import type { FileChange, Workspace } from '../types.ts';
import type { ListKind } from './list-kind.ts';

/** Reads a definition file as data that can be changed. @throws WorkbenchError `refused` when it is not valid YAML */
export async function readDefinitionText(workspace: Workspace, file: string): Promise<ReadableText> {
  const text = readText(definitionPath(file), await workspace.read(file));
  if (text) return text;
  throw new WorkbenchError('refused', `${file} cannot be read as YAML: correct its text first.`);
}

/** Applies data changes to a file's text. @returns the change of the file */
export function editFile(file: string, text: ReadableText, changes: readonly Change[]): FileChange {
  const before = text.parsedText.document.text;
  return { file, before, after: changeText(definitionPath(file), text, changes).parsedText.document.text };
}

/** As `editFile`, for changes of different entries: the paths refer to `text`, the last entry of a list first. */
export function editEntries(file: string, text: ReadableText, changes: readonly Change[]): FileChange {
  const before = text.parsedText.document.text;
  return { file, before, after: changeEntries(definitionPath(file), text, changes).parsedText.document.text };
}

/** The text of a new file with this data. */
export function printFile(file: string, data: unknown): string {
  const path = definitionPath(file);
  const emptyText = readText(path, '');
  if (!emptyText) throw new WorkbenchError('internal', `${file} cannot be written.`);
  return changeText(path, emptyText, [{ kind: 'replace', at: [], value: data }]).parsedText.document.text;
}

/** Whether a text holds exactly this definition. */
export function hasData(file: string, text: string, data: unknown): boolean {
  const readableText = readText(definitionPath(file), text);
  return readableText !== undefined && isSameData(readableText.data, data);
}

/** Every catalogue name that a list can hold: the workspace's definitions and the built-in ones. */
export function catalogueNames({ snapshot }: Workspace, listKind: ListKind): readonly string[] {
  const names = snapshot.files.flatMap(({ kind, name }) => (kind === listKind.kind ? [name] : []));
  return [...new Set([...names, ...listKind.builtin.keys()])];
}

/** @throws WorkbenchError `invalid-input` when the problem is an error */
export function refuseName(problem: { readonly severity: string; readonly message: string } | undefined): void {
  if (problem?.severity === 'error') throw new WorkbenchError('invalid-input', problem.message);
}
