/** Finds the ask that a person names on a command line. */

import { WorkbenchError } from '../base/errors.ts';
import type { WorkspaceFile } from '../library/types.ts';
import { type Ask, describeAsk, programText } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import type { ListedAsk, TrustView } from './trust-view.ts';
import { possibleAsks } from './workspace-asks.ts';

/**
 * The ask that a text names: its id, its address, folder, variable, program (with its variables and arguments) or Wolfram
 * code (all of it), or its whole description.
 * @param program the words that start it, for messages
 * @throws WorkbenchError `not-found`, or `invalid-input` where it matches several
 */
export function findAsk(
  text: string,
  files: readonly WorkspaceFile[],
  view: TrustView,
  root: string,
  program = 'prompt-workbench',
): ListedAsk {
  const asks = new Map<string, ListedAsk>(view.asks.map((ask) => [ask.id, ask]));
  for (const [id, ask] of possibleAsks(files, root))
    if (!asks.has(id)) asks.set(id, { id, ask, isAllowed: false, from: [] });
  const matches = [...asks.values()].filter(({ ask }) => isAskNamed(ask, text));
  const [onlyMatch, secondMatch] = matches;
  if (!onlyMatch) {
    const message = `Nothing in this workspace asks for ${JSON.stringify(text)}: ${program} allow --list prints what it asks for.`;
    throw new WorkbenchError('not-found', message);
  }
  if (secondMatch) {
    const message = `${JSON.stringify(text)} matches several asks: use the id of one. ${program} allow --list prints the ids.`;
    throw new WorkbenchError('invalid-input', message);
  }
  return onlyMatch;
}

/** Whether a text on a command line names the ask; see `findAsk`. */
export function isAskNamed(ask: Ask, text: string): boolean {
  if (askId(ask) === text) return true;
  // A shell drops the line break at the end of `$(cat FILE)`.
  if (ask.kind === 'wolfram') return ask.code.trimEnd() === text.trimEnd();
  // The description leaves out the folders, so only an id says which one is meant.
  if (ask.kind === 'together') return false;
  // An ask for the address alone may exist, too.
  if (ask.kind === 'embeddings') return describeAsk(ask) === text;
  return names(ask).includes(text) || describeAsk(ask) === text;
}

function names(ask: Exclude<Ask, { kind: 'wolfram' | 'together' | 'embeddings' }>): readonly string[] {
  switch (ask.kind) {
    case 'functions':
      return ['functions'];
    case 'evaluator':
      return ['evaluator'];
    case 'folder':
      return [ask.path];
    case 'address':
      return [ask.address, ask.address.replace(/^https?:\/\//, '')];
    case 'command':
      return [programText(ask)];
    case 'variable':
      return [ask.name];
  }
}
