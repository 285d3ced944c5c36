/** Plans that create, copy, duplicate and delete servers. */

import { WorkbenchError } from '../../base/errors.ts';
import { valueAt } from '../../base/json.ts';
import { type DefinitionPath, definitionPath } from '../../files/workspace-paths.ts';
import { defaultServers } from '../../model/builtin/builtin.ts';
import { freeName } from '../../model/file-names.ts';
import { serverNameProblem } from '../../model/prompt/prompt-names.ts';
import type { Plan } from '../types.ts';
import { editFile, printFile, readDefinitionText, refuseName } from './workspace.ts';

export function createServer({ name }: { name: string }): Plan {
  return async ({ snapshot }) => {
    refuseName(serverNameProblem(name, snapshot.servers.keys()));
    return { ...newFile(name, { Name: name, Version: '1.0.0', MCPPrompts: [] }), label: `Created the server ${name}` };
  };
}

/** Creates a workspace server that replaces a built-in one: it has the same lists and can be edited. */
export function copyServer({ name }: { name: string }): Plan {
  return async ({ snapshot }) => {
    const server = defaultServers.get(name);
    if (!server) throw new WorkbenchError('not-found', `There is no built-in server ${name}: choose another one.`);
    const ownFile = snapshot.servers.get(name)?.file;
    if (ownFile !== undefined)
      throw new WorkbenchError('invalid-input', `This workspace already has a copy of ${name}: edit ${ownFile}.`);
    const data = {
      Name: server.name,
      ...(server.title !== undefined && { Title: server.title }),
      Version: server.version,
      ...(server.instructions !== undefined && { Instructions: server.instructions }),
      Tools: server.tools.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])),
      MCPPrompts: server.prompts.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])),
    };
    return { ...newFile(name, data), label: `Copied ${name} to this workspace` };
  };
}

function newFile(name: string, data: unknown) {
  const file = `servers/${name}.yaml`;
  return { changes: [{ file, before: null, after: printFile(file, data) }], location: { file, at: [] } };
}

/**
 * Renames a server's file, which is its name in the list, in addresses and in the entries of client applications. Its
 * `Name`, which clients show, follows if it was the same.
 */
export function renameServer({ file, name }: { file: string; name: string }): Plan {
  return async (workspace) => {
    const path = serverPath(file);
    if (name === path.name) return { label: `Renamed ${path.name}`, changes: [] };
    const otherNames = [...workspace.snapshot.servers.keys()].filter((key) => key !== path.name);
    refuseName(serverNameProblem(name, otherNames));
    const text = await readDefinitionText(workspace, file);
    const isSame = valueAt(text.data, ['Name']) === path.name;
    const { before, after } = editFile(file, text, isSame ? [{ kind: 'replace', at: ['Name'], value: name }] : []);
    const to = file.replace(/[^/]+(?=\.[a-z]+$)/, () => name);
    return {
      label: `Renamed ${path.name} to ${name}`,
      changes: [
        { file: to, before: null, after },
        { file, before, after: null },
      ],
      moves: [{ from: file, to }],
      location: { file: to, at: [] },
    };
  };
}

/** Creates a copy of a server's file under the next free name. Both servers list the same catalogue prompts. */
export function duplicateServer({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { name } = serverPath(file);
    const text = await readDefinitionText(workspace, file);
    const { files, servers } = workspace.snapshot;
    const fileNames = files.flatMap((workspaceFile) => (workspaceFile.kind === 'server' ? [workspaceFile.name] : []));
    const newName = freeName(name, [...servers.keys(), ...fileNames]);
    const ownName = valueAt(text.data, ['Name']);
    const mcpNames = files.flatMap(({ server }) => server?.name ?? []);
    const mcpName = typeof ownName === 'string' && ownName !== name ? freeName(ownName, mcpNames) : newName;
    const copy = file.replace(/[^/]+(?=\.[a-z]+$)/, () => newName);
    const { after } = editFile(file, text, [{ kind: 'replace', at: ['Name'], value: mcpName }]);
    return {
      label: `Duplicated ${name}`,
      changes: [{ file: copy, before: null, after }],
      location: { file: copy, at: [] },
    };
  };
}

/** Deletes a server's file. The catalogue prompts that it lists stay. */
export function deleteServer({ file }: { file: string }): Plan {
  return async (workspace) => {
    const { name } = serverPath(file);
    return {
      label: `Deleted the server ${name}`,
      changes: [{ file, before: await workspace.read(file), after: null }],
    };
  };
}

function serverPath(file: string): DefinitionPath {
  const path = definitionPath(file);
  if (path.kind === 'server') return path;
  throw new WorkbenchError('invalid-input', `${file} is not in the servers folder: choose a server.`);
}
