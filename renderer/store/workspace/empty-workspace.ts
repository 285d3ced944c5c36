import type { WorkbenchState } from '../state.ts';

/** Whether the workspace's folder has no definitions. */
export function isEmptyWorkspace({ workspace, sources }: Pick<WorkbenchState, 'workspace' | 'sources'>): boolean {
  if (workspace.status !== 'ready' || workspace.view.isGone) return false;
  const { servers, unlistedPrompts, unlistedTools, problems } = workspace.view;
  const isOwn = servers.some(({ file }) => file !== undefined) || sources.list.some(({ file }) => file !== undefined);
  return !isOwn && unlistedPrompts.length === 0 && unlistedTools.length === 0 && problems.length === 0;
}
