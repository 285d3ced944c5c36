import type { WorkspaceFile } from '../library/types.ts';
import { isAllowedByTrust } from '../model/asks.ts';
import { builtinSources } from '../model/builtin/sources.ts';
import type { Trust } from './trust.ts';
import { askedByFiles, sourceAsks } from './workspace-asks.ts';

/**
 * Trusts a workspace that this program has just made, and allows what its samples and the built-in servers ask for.
 * @param files those of the workspace
 */
export async function trustNewWorkspace(trust: Trust, files: readonly WorkspaceFile[]): Promise<void> {
  const asksOfFiles = [...askedByFiles(files, trust.root).values()].map(({ ask }) => ask);
  const builtin = [...builtinSources.values()].flatMap((source) => sourceAsks(source, trust.root));
  await trust.allow([...asksOfFiles, ...builtin].filter(isAllowedByTrust), { workspace: true });
}
