/** The tags of the workspace's prompts and tools. */
import { compareNames } from '../../../src/base/compare-names.ts';
import { selectServers } from '../selectors.ts';
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';

/** Every tag, in alphabetical order. */
export const selectTags = stableSelector((state: WorkbenchState): readonly string[] => {
  if (state.workspace.status !== 'ready') return [];
  const { unlistedPrompts, unlistedTools } = state.workspace.view;
  const entries = selectServers(state).flatMap(({ prompts, tools }) => [...prompts, ...tools]);
  const tags = [...entries, ...unlistedPrompts, ...unlistedTools].flatMap((entry) => entry.tags ?? []);
  return [...new Set(tags)].sort(compareNames);
});
