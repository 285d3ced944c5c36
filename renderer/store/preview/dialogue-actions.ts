/** Asks the core for the forms of a function, which only it can run. The first page loads this file. */
import type { DialogueStep, FormReply } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';

export interface DialogueActions {
  /** The next form of a prompt, or how the call ends, after these answers to its forms. @throws */
  askFunction(
    server: string,
    prompt: string,
    givenValues: Readonly<Record<string, string>>,
    replies: readonly FormReply[],
  ): Promise<DialogueStep>;
}

export function createDialogueActions({ host }: StoreContext): DialogueActions {
  return {
    askFunction: (server, prompt, givenValues, replies) =>
      host.call('prompt.dialogue', { server, prompt, arguments: { ...givenValues }, replies: [...replies] }),
  };
}
