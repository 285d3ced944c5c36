/** A connection as the window and the command line show it. */
import type { Output } from '../../contract/contract.ts';
import { applications } from '../applications/applications.ts';
import type { ConnectionRecord } from './record/connection-record.ts';
import type { ConnectionState } from './record/connection-state.ts';
import { areDifferent, wordsOf, workspaceName, workspaceOf } from './record/workspace-of.ts';

/** The branch, tag or commit that an entry's command serves instead of the folder. */
export function refIn(words: readonly string[]): string | undefined {
  const options = words.slice(0, words.indexOf('--'));
  return options.find((word) => word.startsWith('--ref='))?.slice('--ref='.length);
}

/** @param server its present name @param ownWorkspace the folder of the open workspace; undefined if unknown */
export function entryView(
  record: ConnectionRecord,
  server: string,
  connectionState: ConnectionState,
  ownWorkspace: string | undefined,
): Output<'connect.history'>[number] {
  const { id, client, scope, transport, name, file, project, when, phase, team } = record;
  const message = `The entry "${name}" has the former name of ${server}. It keeps working; reconnect to use the new name.`;
  const isRenamed = connectionState.state === 'connected' && server !== record.server;
  const state: ConnectionState = isRenamed ? { state: 'renamed', message } : connectionState;
  const ref = refIn(wordsOf(record.entry));
  const workspace = workspaceOf(record);
  const isOther = workspace !== undefined && areDifferent(ownWorkspace, workspace);
  return {
    journalId: id,
    client,
    clientName: applications.find((application) => application.id === client)?.name ?? client,
    scope,
    transport,
    server,
    name,
    file,
    ...(project === '' ? {} : { projectDir: project }),
    ...(ref === undefined ? {} : { ref }),
    ...(team && { team }),
    ...(isOther && { workspace: { name: workspaceName(workspace, ownWorkspace), dir: workspace } }),
    when,
    undone: phase === 'undone',
    state,
  };
}
