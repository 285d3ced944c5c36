/** The order in which unsaved edits were typed: each field stays one step of undo, even if a slow save delays several. */

import type { Draft } from '../state/definition.ts';
import type { WorkbenchState } from '../state.ts';

/** Each unsaved edit's turn, the work of one event: a key press, or a button that edits many values. */
export interface TypingOrder {
  /** The newest turn. */
  readonly turn: number;
  /** By file and path (`pathKey`). */
  readonly turns: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The unsaved edits at the end of the newest turn. */
  readonly drafts: WorkbenchState['drafts'];
}

export const noTypingOrder: TypingOrder = { turn: 0, turns: {}, drafts: {} };

/** The order once a turn has ended: the edits that are new or changed in `drafts` come after all others. */
export function endTurn(order: TypingOrder, drafts: WorkbenchState['drafts']): TypingOrder {
  const turn = order.turn + 1;
  const turnsOf = (file: string, { edits }: Draft) => {
    const [knownEdits, knownTurns] = [order.drafts[file]?.edits ?? {}, order.turns[file] ?? {}];
    const retypedKeys = Object.keys(edits).filter((key) => edits[key]?.after !== knownEdits[key]?.after);
    // The other values of a rename stay with the one that is typed on.
    const continuedTurns = new Set(retypedKeys.map((key) => knownTurns[key]));
    const turnOf = (key: string) => {
      const knownTurn = knownTurns[key];
      return knownTurn === undefined || continuedTurns.has(knownTurn) ? turn : knownTurn;
    };
    return Object.fromEntries(Object.keys(edits).map((key) => [key, turnOf(key)]));
  };
  const turns = Object.fromEntries(Object.entries(drafts).map(([file, draft]) => [file, turnsOf(file, draft)]));
  return { turn, turns, drafts };
}

/** The part of a file's draft to save next: its whole text, or else the values that were typed first, as they are now. */
export function firstTyped({ turn, turns }: TypingOrder, file: string, draft: Draft): Draft {
  if (draft.yaml) return { edits: {}, yaml: draft.yaml };
  const turnOf = (key: string) => turns[file]?.[key] ?? turn;
  const firstTurn = Math.min(...Object.keys(draft.edits).map(turnOf));
  const edits = Object.entries(draft.edits).filter(([key]) => turnOf(key) === firstTurn);
  return { edits: Object.fromEntries(edits) };
}
