import type { WorkspaceView } from '../../contract/contract.ts';
import type { Problem } from '../../model/problems/problems.ts';

/** A problem without `on` (key or value), which only the core uses. */
export function problemView({ on: _, at, ...problem }: Problem): WorkspaceView['problems'][number] {
  return { ...problem, at: [...at] };
}
