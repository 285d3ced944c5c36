/**
 * What client applications do with a prompt, as data: how a typed line becomes arguments, and what of the answer their
 * models read. Only those are here whose way is known to its end; the others are told by what is known of them
 * (`applications/`). Each comment names the part of the collected client facts that a rule is from.
 */

/** How what a person enters becomes arguments. */
export type Filling =
  /** Words between blanks, by position; no quotes, no escapes; what is left over is dropped. */
  | 'words'
  /** `--name="v"`, or words and text in double quotes by position, but required arguments only; the last unfilled takes all. */
  | 'named'
  /** Asks with `$1`, `$2` … and puts words, or text in quotes, into the answer; the last takes the rest. */
  | 'placeholders'
  /** Everything behind the command is the one argument. */
  | 'rest'
  /** By position, with the quotes of a shell. */
  | 'shell'
  /** `name=value`, with the quotes of a shell; anything else is dropped. */
  | 'keyed'
  /** A field for each argument. */
  | 'fields'
  /** Asks once without arguments, before anything is typed. */
  | 'nothing';

/**
 * What becomes of a block that is no text. `kept`: the model gets it. `text`: its text is in the text. `named`: a note
 * stands for it.
 */
export type Treatment = 'kept' | 'text' | 'named' | 'dropped' | 'unknown';

/** What of an answer is read. */
export interface Reading {
  readonly messages: 'all' | 'first';
  /** `told`: as words in the text, where there are several. */
  readonly roles: 'kept' | 'told' | 'lost';
  /** `blocks`: one by one. `joined`: as one text. `json`: as one text, written as a JSON string. */
  readonly form: 'blocks' | 'joined' | 'json';
  readonly image: Treatment;
  readonly audio: Treatment;
  /** A resource that has text. */
  readonly resource: Treatment;
  /** A resource of bytes. */
  readonly file: Treatment;
  readonly link: Treatment;
}

export interface Rules {
  readonly fills: Filling;
  readonly reads: Reading;
  /** Offers no prompt with more arguments. */
  readonly mostArguments?: number;
  /** Sees no prompt behind the first page of the list. */
  readonly firstPageOnly?: true;
  /** Cannot call a prompt whose name has a blank or an invisible character. */
  readonly needsPlainNames?: true;
  /** Takes nothing of a prompt unless the user begins and the assistant answers, message by message. */
  readonly wantsTurns?: true;
  /** Runs `` !`…` `` in the text of a prompt, and fills `$1` and `$ARGUMENTS` in it. */
  readonly interprets?: true;
}

const textOnly = { image: 'dropped', audio: 'dropped', resource: 'dropped', file: 'dropped', link: 'dropped' } as const;
const untried = { image: 'unknown', audio: 'unknown', resource: 'unknown', file: 'unknown', link: 'unknown' } as const;

/** Amazon Q and Kiro on the command line: who surfaces prompts, row "Amazon Q CLI / Kiro CLI". */
const conversation: Rules = {
  fills: 'shell',
  reads: { messages: 'all', roles: 'kept', form: 'blocks', ...untried },
};

const firstMessage: Rules = {
  fills: 'named',
  reads: { messages: 'first', roles: 'lost', form: 'json', ...textOnly },
};

const rulesByClient: Readonly<Record<string, Rules>> = {
  // Claude Code in detail, "Prompts as commands", and its table of what reaches the API.
  'claude-code': {
    fills: 'words',
    needsPlainNames: true,
    reads: {
      messages: 'all',
      roles: 'lost',
      form: 'blocks',
      image: 'kept',
      audio: 'named',
      resource: 'text',
      file: 'named',
      link: 'named',
    },
  },
  // Who surfaces prompts, row "VS Code"; audio: the other tools' facts, appendix on the client lens.
  vscode: {
    fills: 'fields',
    reads: {
      messages: 'all',
      roles: 'told',
      form: 'joined',
      image: 'kept',
      audio: 'dropped',
      resource: 'kept',
      file: 'kept',
      link: 'dropped',
    },
  },
  // Who surfaces prompts, row "Gemini CLI".
  'gemini-cli': firstMessage,
  // Its source: the prompt loader is Gemini CLI's, and a command is looked up by its first word.
  'qwen-code': { ...firstMessage, needsPlainNames: true },
  // Its source: `parse_prompt_command` and `handle_prompt_command`.
  goose: { fills: 'keyed', wantsTurns: true, reads: { messages: 'all', roles: 'kept', form: 'blocks', ...untried } },
  // Who surfaces prompts, row "OpenCode".
  opencode: {
    fills: 'placeholders',
    interprets: true,
    reads: { messages: 'all', roles: 'lost', form: 'joined', ...textOnly },
  },
  // Who surfaces prompts, row "Zed".
  zed: { fills: 'rest', mostArguments: 1, reads: { messages: 'all', roles: 'lost', form: 'joined', ...textOnly } },
  // Who surfaces prompts, row "Continue IDE".
  continue: {
    fills: 'nothing',
    firstPageOnly: true,
    reads: { messages: 'all', roles: 'lost', form: 'joined', ...textOnly },
  },
  'amazon-q': conversation,
  kiro: conversation,
};

/** Undefined for a client application that offers no prompts, or whose way with them nobody has seen to its end. */
export function rulesOf(client: string): Rules | undefined {
  return Object.hasOwn(rulesByClient, client) ? rulesByClient[client] : undefined;
}

/** Once the server meets a client application (`serve --for`), it says in text what would not be read. */
export function metReading(reads: Reading, says: 'first-text' | 'texts' | undefined): Reading {
  if (says === undefined) return reads;
  const inWords = { image: 'named', audio: 'named', resource: 'text', file: 'named', link: 'named' } as const;
  return says === 'texts' ? { ...reads, ...inWords } : { ...reads, messages: 'all', roles: 'told', ...inWords };
}
