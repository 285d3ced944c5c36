/** What a change of the workspace's shape reads, and what it asks to be written. */
import { WorkbenchError } from '../../base/errors.ts';
import { isSameData } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import type { Change } from '../edit/changes.ts';
import { changeText, type ReadableText, readText } from '../edit/edit-text.ts';
import type { FileChange, Workspace } from '../types.ts';
import type { ListKind } from './list-kind.ts';

/** A definition file of the workspace as data that can be changed. @throws WorkbenchError `refused` when it is no YAML */
export async function readDefinitionText(workspace: Workspace, file: string): Promise<ReadableText> {
  const text = readText(definitionPath(file), await workspace.read(file));
  if (text) return text;
  throw new WorkbenchError('refused', `${file} cannot be read as YAML: correct its text first.`);
}

/** The change of one file whose data is changed in its text. */
export function edited(file: string, text: ReadableText, changes: readonly Change[]): FileChange {
  const before = text.parsed.document.text;
  return { file, before, after: changeText(definitionPath(file), text, changes).parsed.document.text };
}

/** The text of a new file with this data. */
export function printed(file: string, data: unknown): string {
  const path = definitionPath(file);
  const empty = readText(path, '');
  if (!empty) throw new WorkbenchError('internal', `${file} cannot be written.`);
  return changeText(path, empty, [{ kind: 'replace', at: [], value: data }]).parsed.document.text;
}

/** Whether a text holds exactly this definition. */
export function holds(file: string, text: string, data: unknown): boolean {
  const read = readText(definitionPath(file), text);
  return read !== undefined && isSameData(read.data, data);
}

/** Every name that such a list can hold: those of the workspace's definitions and of the built-in ones. */
export function catalogueNames({ snapshot }: Workspace, of: ListKind): readonly string[] {
  const own = snapshot.files.flatMap(({ kind, name }) => (kind === of.kind ? [name] : []));
  return [...new Set([...own, ...of.builtin.keys()])];
}

/** For a name that cannot be used. */
export function refuseName(problem: { readonly severity: string; readonly message: string } | undefined): void {
  if (problem?.severity === 'error') throw new WorkbenchError('invalid-input', problem.message);
}
