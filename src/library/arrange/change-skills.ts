/** Plans that create and delete skills without a prompt, with their places in the lists of servers. */
import { WorkbenchError } from '../../base/errors.ts';
import { valueAt } from '../../base/json.ts';
import { definitionPath } from '../../files/workspace-paths.ts';
import { skillNameProblem } from '../../model/prompt/prompt-names.ts';
import { noSuchServer } from '../live-server.ts';
import type { FileChange, Plan, Workspace } from '../types.ts';
import { editFile, printFile, readDefinitionText, refuseName } from './workspace.ts';

/** @param server the workspace's server that lists it; without one, no server does */
export function createSkill({ name, server }: { name: string; server?: string }): Plan {
  return async (workspace) => {
    const { files } = workspace.snapshot;
    refuseName(
      skillNameProblem(
        name,
        files.flatMap((each) => (each.kind === 'skill' ? [each.name] : [])),
      ),
    );
    const file = `skills/${name}.yaml`;
    const data = {
      Name: name,
      Description: 'Says what the skill does. Use it when …',
      Content: '1. Write the first step here.\n',
    };
    const listing = server === undefined ? [] : [await listIn(workspace, server, name)];
    return {
      label: `Created the skill ${name}`,
      changes: [{ file, before: null, after: printFile(file, data) }, ...listing],
      location: { file, at: [] },
    };
  };
}

/** Deletes a skill's file and every listing of it. */
export function deleteSkill({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { kind, name } = definitionPath(file);
    if (kind !== 'skill')
      throw new WorkbenchError('invalid-input', `${file} is not in the skills folder: choose a skill.`);
    const before = await workspace.read(file);
    const listings: FileChange[] = [];
    for (const { file: own, kind: kindOfFile } of workspace.snapshot.files) {
      if (kindOfFile !== 'server' || !(await workspace.read(own)).includes(name)) continue;
      const text = await readDefinitionText(workspace, own);
      const listed = valueAt(text.data, ['Skills']);
      const places = (Array.isArray(listed) ? listed : []).flatMap((each, index) => (each === name ? [index] : []));
      const removals = places.toReversed().map((index) => ({ kind: 'remove', at: ['Skills', index] }) as const);
      if (removals.length > 0) listings.push(editFile(own, text, removals));
    }
    return { label: `Deleted the skill ${name}`, changes: [...listings, { file, before, after: null }] };
  };
}

async function listIn(workspace: Workspace, server: string, name: string): Promise<FileChange> {
  const { servers } = workspace.snapshot;
  const entry = servers.get(server);
  if (!entry) throw noSuchServer(server, servers.keys());
  if (entry.file === undefined)
    throw new WorkbenchError('refused', `${server} is built in: make a copy of it in this workspace first.`);
  const text = await readDefinitionText(workspace, entry.file);
  const listed = valueAt(text.data, ['Skills']);
  const change = Array.isArray(listed)
    ? ({ kind: 'insert', at: ['Skills', listed.length], value: name } as const)
    : ({ kind: listed === undefined ? 'insert' : 'replace', at: ['Skills'], value: [name] } as const);
  return editFile(entry.file, text, [change]);
}
