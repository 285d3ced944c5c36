/** Plans that create, rename, duplicate and delete skills without a prompt, with their places in the lists of servers. */
import { WorkbenchError } from '../../base/errors.ts';
import { type KeyPath, valueAt } from '../../base/json.ts';
import { type DefinitionPath, definitionPath, parseDefinitionPath } from '../../files/workspace-paths.ts';
import { freeName } from '../../model/file-names.ts';
import { firstSkill } from '../../model/placeholders.ts';
import { skillNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Change } from '../edit/changes.ts';
import { type ReadableText, readText } from '../edit/edit-text.ts';
import { listedAt } from '../edit/possible-texts.ts';
import { writtenItem } from '../edit/written.ts';
import { noSuchServer } from '../live-server.ts';
import type { Deletion, FileChange, LibrarySnapshot, Listing, Plan, Workspace } from '../types.ts';
import { editEntries, editFile, printFile, readDefinitionText, refuseName } from './workspace.ts';

/** @param server the workspace's server that lists it; without one, no server does */
export function createSkill({ name, server }: { name: string; server?: string }): Plan {
  return async (workspace) => {
    refuseName(skillNameProblem(name, skillNames(workspace.snapshot)));
    const file = `skills/${name}.yaml`;
    const data = { Name: name, ...firstSkill };
    const listing = server === undefined ? [] : [await listIn(workspace, server, name)];
    return {
      label: `Created the skill ${name}`,
      changes: [{ file, before: null, after: printFile(file, data) }, ...listing],
      location: { file, at: [] },
    };
  };
}

/** Gives a skill another name: in its file, as the file's name and in the lists of servers. Its files in `media` stay. */
export function renameSkill({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const path = skillPath(file);
    const otherNames = skillNames(workspace.snapshot).filter((value) => value !== path.name);
    refuseName(skillNameProblem(name, otherNames));
    const text = await readDefinitionText(workspace, file);
    const change = editFile(file, text, [{ kind: 'replace', at: ['Name'], value: name }]);
    const label = `Renamed ${path.name} to ${name}`;
    if (name === path.name) return { label, changes: [change], location: { file, at: [] } };
    const to = besideAs(file, name);
    return {
      label,
      changes: [
        { file: to, before: null, after: change.after },
        ...(await changeListings(workspace, path, name)),
        { file, before: change.before, after: null },
      ],
      moves: [{ from: file, to }],
      location: { file: to, at: [] },
    };
  };
}

/** Copies a skill under the next free name, listed right after the original. The copy names the same files of `media`. */
export function duplicateSkill({ file }: { file: string }): Plan {
  return async (workspace) => {
    const path = skillPath(file);
    const { name } = path;
    const text = await readDefinitionText(workspace, file);
    const value = freeName(name, skillNames(workspace.snapshot));
    const { after } = editFile(file, text, [{ kind: 'replace', at: ['Name'], value }]);
    const copy = besideAs(file, value);
    return {
      label: `Duplicated ${name}`,
      changes: [{ file: copy, before: null, after }, ...(await listAfter(workspace, path, value))],
      location: { file: copy, at: [] },
    };
  };
}

/** Deletes a skill's file and every listing of it. Its files in `media` stay, because others may use them. */
export function deleteSkill({ file }: { file: string }): Plan {
  return async (workspace) => {
    const path = skillPath(file);
    const before = await workspace.read(file);
    const changes = [...(await changeListings(workspace, path)), { file, before, after: null }];
    return { label: `Deleted the skill ${path.name}`, changes, deletes: skillDeletions(changes) };
  };
}

/** The skills that these changes delete, with the places in the lists that named them. */
export function skillDeletions(changes: readonly FileChange[]): readonly Deletion[] {
  const servers = changes.flatMap(({ file, before, after }) => {
    const path = parseDefinitionPath(file);
    const text = path?.kind === 'server' && before !== null && after !== null ? readText(path, before) : undefined;
    return text ? [{ file, text }] : [];
  });
  return changes.flatMap(({ file, after }): Deletion[] => {
    const { kind, name } = parseDefinitionPath(file) ?? {};
    if (kind !== 'skill' || name === undefined || after !== null) return [];
    const lists = servers.flatMap((server) =>
      placesOf(server.text, name).map((at) => ({ file: server.file, at, ...writtenName(server.text, at, name) })),
    );
    return [{ file, kind, name, lists }];
  });
}

/** The changes that list a skill again at its old place, with its comment; none if the list has it. */
export function listAgain(
  { data }: Pick<ReadableText, 'data'>,
  { at, written, name, formerName }: Listing & { readonly name: string; readonly formerName: string },
): readonly Change[] {
  const list = valueAt(data, ['Skills']);
  if (!Array.isArray(list)) return list === undefined ? [{ kind: 'insert', at: ['Skills'], value: [name] }] : [];
  if (list.includes(name)) return [];
  const place = typeof at[1] === 'number' ? Math.min(at[1], list.length) : list.length;
  const lines = written === undefined ? [] : [written.replace(formerName, () => name)];
  return [
    {
      kind: 'insert',
      at: ['Skills', place],
      value: name,
      ...(lines.length > 0 && { originalText: { comments: [], lines } }),
    },
  ];
}

function skillPath(file: string): DefinitionPath {
  const path = definitionPath(file);
  if (path.kind === 'skill') return path;
  throw new WorkbenchError('invalid-input', `${file} is not in the skills folder: choose a skill.`);
}

function skillNames({ files }: LibrarySnapshot): readonly string[] {
  return files.flatMap(({ kind, name }) => (kind === 'skill' ? [name] : []));
}

function besideAs(file: string, name: string): string {
  return file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
}

/** The changes of the servers that list a skill: they get the new name, or lose the entry without one. */
async function changeListings(workspace: Workspace, path: DefinitionPath, to?: string): Promise<FileChange[]> {
  const { files } = workspace.snapshot;
  // Another file of this name keeps its places.
  if (files.some(({ kind, name, file }) => kind === 'skill' && name === path.name && file !== path.file)) return [];
  const changes: FileChange[] = [];
  for (const { file, kind } of files) {
    if (kind !== 'server' || !(await workspace.read(file)).includes(path.name)) continue;
    const text = await readDefinitionText(workspace, file);
    const edits = placesOf(text, path.name)
      .toReversed()
      .map((at): Change => (to === undefined ? { kind: 'remove', at } : { kind: 'replace', at, value: to }));
    if (edits.length > 0) changes.push(editEntries(file, text, edits));
  }
  return changes;
}

/** The changes of the servers that list a skill: each lists the copy after it. A server's file that is not YAML stays. */
async function listAfter(workspace: Workspace, path: DefinitionPath, copy: string): Promise<FileChange[]> {
  const { files } = workspace.snapshot;
  // A list that names two files serves neither.
  if (files.some(({ kind, name, file }) => kind === 'skill' && name === path.name && file !== path.file)) return [];
  const changes: FileChange[] = [];
  for (const { file, kind } of files) {
    const text = kind === 'server' ? readText(definitionPath(file), await workspace.read(file)) : undefined;
    const [at] = text ? placesOf(text, path.name) : [];
    if (!text || !at) continue;
    const index = at[1];
    const change: Change =
      typeof index === 'number'
        ? { kind: 'insert', at: ['Skills', index + 1], value: copy }
        : { kind: 'replace', at, value: [path.name, copy] };
    changes.push(editEntries(file, text, [change]));
  }
  return changes;
}

/** Where a server's file lists a skill: in a list, or as the only one without a list. */
function placesOf({ data }: Pick<ReadableText, 'data'>, name: string): readonly KeyPath[] {
  const list = valueAt(data, ['Skills']);
  if (list === name) return [['Skills']];
  return (Array.isArray(list) ? list : []).flatMap((value, index) => (value === name ? [['Skills', index]] : []));
}

/** A name with the comment after it, if it has one. */
function writtenName({ parsedText }: ReadableText, at: KeyPath, name: string): Pick<Listing, 'written'> {
  const list = at.length > 1 ? listedAt(parsedText.document, ['Skills'], 'server') : undefined;
  const [line = ''] = (list && writtenItem(list, Number(at[1])))?.lines ?? [];
  return line === '' || line === name ? {} : { written: line };
}

async function listIn(workspace: Workspace, server: string, name: string): Promise<FileChange> {
  const { servers, problems } = workspace.snapshot;
  const entry = servers.get(server);
  if (!entry) throw noSuchServer(server, servers.keys(), problems);
  if (entry.file === undefined)
    throw new WorkbenchError('refused', `${server} is built in: make a copy of it in this workspace first.`);
  const text = await readDefinitionText(workspace, entry.file);
  const skills = valueAt(text.data, ['Skills']);
  const change = Array.isArray(skills)
    ? ({ kind: 'insert', at: ['Skills', skills.length], value: name } as const)
    : ({ kind: skills === undefined ? 'insert' : 'replace', at: ['Skills'], value: [name] } as const);
  return editFile(entry.file, text, [change]);
}
