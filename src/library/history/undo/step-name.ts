/** Names a step for "Undo …": `rename of plain to hello`, `change of Content in the tool add-numbers`. */
import { withoutDetail } from '../../../model/diff/diff-summary.ts';

/** The first words of changes of lists and files. */
const verbs: Readonly<Record<string, string>> = {
  Added: 'addition of',
  Copied: 'copy of',
  Created: 'creation of',
  Deleted: 'deletion of',
  Detached: 'detaching of',
  Duplicated: 'duplication of',
  Imported: 'import of',
  Moved: 'move of',
  Removed: 'removal of',
  Renamed: 'rename of',
  Restored: 'restoration of',
  Shared: 'sharing of',
};

/** The last words of summaries (`src/model/diff/diff-summary.ts`). */
const changes: Readonly<Record<string, string>> = {
  added: 'addition of',
  changed: 'change of',
  moved: 'move of',
  removed: 'removal of',
  reordered: 'new order of',
};

/** What the form calls by these words. */
const ofTheForm = /^(?:Text|Instructions|Function|Search|Kind of text)$/;

/** @param label the summary of the step's version: `Renamed plain to hello`, `Title changed` */
export function stepName(label: string): string {
  const [first = '', ...otherWords] = label.split(' ');
  const shortLabel = withoutDetail(label);
  const verb = verbs[first];
  if (verb !== undefined && otherWords.length > 0) return `${verb} ${otherWords.join(' ')}`;
  return (shortLabel.includes(' and ') ? joinedName(shortLabel) : phraseName(shortLabel)) ?? `"${label}"`;
}

/** `Title changed and argument tone added`, `Title changed and 2 more changes`. */
function joinedName(label: string): string | undefined {
  const [, first, second] = /^(.+?) and (.+)$/.exec(label) ?? [];
  const name = first && phraseName(first);
  if (!name || !second) return undefined;
  if (/^\d+ more changes$/.test(second)) return `${name} and ${second}`;
  const otherName = phraseName(second);
  return otherName && `${name} and ${otherName}`;
}

function phraseName(phrase: string): string | undefined {
  const [, formerName, to] = /^(.+) renamed to (.+)$/.exec(phrase) ?? [];
  // An argument has this name until a person names it.
  if (formerName && /^argument argument(?:-?\d+)?$/i.test(formerName)) return `naming of argument ${to}`;
  if (formerName) return `rename of ${lowerNoun(formerName)} to ${to}`;
  const [, what, change = ''] = /^(.+) (\w+)$/.exec(phrase) ?? [];
  const noun = changes[change];
  return what && noun && `${noun} ${lowerNoun(what)}`;
}

/** `Argument tone` within a phrase. Keys such as `Title` keep their capital. */
function lowerNoun(what: string): string {
  if (ofTheForm.test(what)) return `the ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return /^(Argument|Message|Sample|Icon|Prompt|Tool|Block|Comments)\b/.test(what)
    ? what.charAt(0).toLowerCase() + what.slice(1)
    : what;
}
