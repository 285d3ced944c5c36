/** Prompts that an application hides or cannot tell apart, of a server whose entry is in order. */
import type { ClientApplication } from '../applications/application.ts';
import { hiddenPrompts, type OfferedPrompt, shownNames } from './commands/prompt-commands.ts';
import type { LoadProblem } from './switches/written-entry.ts';

/** A server of the workspace that has an entry in the same file. */
export interface ServedPrompts {
  readonly server: string;
  readonly prompts: readonly OfferedPrompt[];
}

/** @param otherPrompts the other servers with entries in the file */
export function promptProblems(
  application: ClientApplication,
  { prompts }: ServedPrompts,
  otherPrompts: readonly ServedPrompts[],
): LoadProblem[] {
  if (application.prompts.support !== 'yes') return [];
  const problems: string[] = [];
  const hidden = hiddenPrompts(application, prompts);
  if (hidden !== undefined) problems.push(hidden);
  const { command } = application.prompts;
  if (command !== undefined && !command.includes('{server}')) {
    const ownNames = shownNames(application, prompts);
    for (const otherServedPrompts of otherPrompts) {
      const sameNames = shownNames(application, otherServedPrompts.prompts).filter((name) => ownNames.includes(name));
      if (sameNames.length > 0)
        problems.push(
          `"${otherServedPrompts.server}" also has ${sameNames.map((name) => `"${name}"`).join(', ')}, and ${application.name} has one command for both: rename one of them.`,
        );
    }
  }
  return problems.map((message) => ({ severity: 'warning', message }));
}
