/** What the server changes for a client application (`serve --for`). It follows from the application's facts. */
import type { ClientApplication } from '../applications/application.ts';
import { applications } from '../applications/applications.ts';
import type { AttachmentKind } from '../applications/simulation-rules.ts';
import { usableNames, usablePromptName } from './names.ts';

export interface Adaptations {
  /** The client gives each argument one word: further arguments take the rest of the line. */
  readonly addsRoom: boolean;
  /** The client cannot call a prompt whose name has such a character: the prompt is listed under another name. */
  readonly unusableInNames: RegExp | undefined;
  /** The client draws forms, but refuses by itself where a required argument is missing: what is asked for is optional. */
  readonly leavesAskedOut: boolean;
  /** The client hides prompts of several arguments: optional ones are not listed. */
  readonly listsOneArgument: boolean;
  /** The client sends `$1`, `$2` … for values: the server does not search for them. */
  readonly skipsPlaceholders: boolean;
  /** The client runs text between `` !` `` and `` ` ``: a space goes in between. */
  readonly defusesCommands: boolean;
  /** The client shows tools but no prompts: each prompt is listed as a tool too. */
  readonly listsTools: boolean;
  /** A model would read where the results of a search are, and not what they say, or both: a tool gives only the text. */
  readonly omitsStructured: boolean;
  /** `one-text`: all messages become one text, as the client reads only the first. `texts`: every block becomes text. */
  readonly answers: 'unchanged' | 'one-text' | 'texts';
}

/** The ids that `serve --for` and `?for=` adapt to. */
export const adaptedClients: readonly string[] = applications.filter(({ isAdapted }) => isAdapted).map(({ id }) => id);

/** @returns undefined for an application that gets what any client gets */
export function adaptationsOf(application: ClientApplication): Adaptations | undefined {
  const { isAdapted, prompts, simulation, forms, showsStructured } = application;
  if (!isAdapted) return undefined;
  return {
    addsRoom: simulation?.filling === 'words',
    unusableInNames: simulation?.unusableInNames,
    leavesAskedOut: forms === 'drawn',
    listsOneArgument: simulation?.maxArguments === 1,
    skipsPlaceholders: simulation?.filling === 'placeholders',
    defusesCommands: simulation?.interpretsText === true,
    listsTools: prompts.support === 'no',
    omitsStructured: showsStructured === true,
    answers: answersFor(simulation?.reading),
  };
}

/** The names of prompts as the server lists them, in their order. */
export function listedNames(adaptations: Adaptations | undefined, names: readonly string[]): readonly string[] {
  const unusable = adaptations?.unusableInNames;
  return unusable ? usableNames(names, (name) => usablePromptName(name, unusable)) : names;
}

const attachmentKinds: readonly AttachmentKind[] = ['image', 'audio', 'resource', 'file', 'link'];

function answersFor(reading: NonNullable<ClientApplication['simulation']>['reading'] | undefined) {
  if (reading?.messages === 'first') return 'one-text';
  return reading && attachmentKinds.every((kind) => reading[kind] === 'dropped') ? 'texts' : 'unchanged';
}
