/** The inspected servers that a window remembers. Everything else about them loads with the first one that is opened. */
import type { Input } from '../../../src/contract/contract.ts';

export type InspectTarget = Input<'inspect.plan'>;

/** A target without secrets: only the names of its variables or headers. */
export type RememberedTarget =
  | { readonly kind: 'command'; readonly command: string; readonly variables: readonly string[] }
  | { readonly kind: 'url'; readonly url: string; readonly headers: readonly string[] }
  | Extract<InspectTarget, { kind: 'entry' }>;

export interface InspectedServer {
  readonly id: string;
  readonly name: string;
  readonly target: RememberedTarget;
}
