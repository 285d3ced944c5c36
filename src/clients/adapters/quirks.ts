/** What the server does otherwise for a client application (`serve --for`), as data. Found out with the programs themselves. */

/** What a client application does to a prompt that the server can make good. */
export interface Quirks {
  /** Splits what is typed at blanks and gives each argument one word: room is made for the rest of the line. */
  readonly splitsAtBlanks?: true;
  /** Cannot call a prompt whose name has a blank or an invisible character: such a prompt goes under another name. */
  readonly needsPlainNames?: true;
  /** Offers prompts of at most one argument: what is optional beside it is not listed. */
  readonly takesOneArgument?: true;
  /** Asks for the prompt with `$1`, `$2` … for values and puts the real ones into the answer: nothing is searched for them. */
  readonly asksWithPlaceholders?: true;
  /** Runs what it finds between `` !` `` and `` ` `` as a command: a blank is put in between. */
  readonly runsCommands?: true;
  /** Shows tools and no prompts: each prompt is offered as a tool too. */
  readonly showsNoPrompts?: true;
  /** What it reads of the messages. `first-text`: nothing but the text of the first; `texts`: their texts, and no more. */
  readonly reads?: 'first-text' | 'texts';
}

const quirksByClient = {
  'claude-code': { splitsAtBlanks: true, needsPlainNames: true },
  'gemini-cli': { reads: 'first-text' },
  'qwen-code': { reads: 'first-text', needsPlainNames: true },
  opencode: { asksWithPlaceholders: true, runsCommands: true, reads: 'texts' },
  zed: { takesOneArgument: true, reads: 'texts' },
  codex: { showsNoPrompts: true },
  'copilot-cli': { showsNoPrompts: true },
  cline: { showsNoPrompts: true },
} as const satisfies Readonly<Record<string, Quirks>>;

/** The client applications that the server meets half-way. */
export const metClients = Object.keys(quirksByClient) as readonly (keyof typeof quirksByClient)[];

/** Undefined for one that is served like any client. */
export function quirksOf(client: string): Quirks | undefined {
  return Object.hasOwn(quirksByClient, client) ? quirksByClient[client as keyof typeof quirksByClient] : undefined;
}
