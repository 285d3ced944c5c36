import type { WorkspaceView } from '../../contract/contract.ts';
import type { Problem } from '../../model/problems/problems.ts';

/** A problem without `on`, which tells the core whether it is about a key or its value. */
export function problemView({ on: _, at, ...problem }: Problem): WorkspaceView['problems'][number] {
  return { ...problem, at: [...at] };
}
