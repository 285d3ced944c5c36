/** How a client application turns what a person enters into arguments, and what its model reads of the answer. */

export type Filling =
  /** Words between blanks, by position; no quotes, no escapes; surplus words are dropped. */
  | 'words'
  /** `--name="v"`, or words and double-quoted text by position, for required arguments only; the last unfilled one takes the rest. */
  | 'options'
  /** `--name="v"`, or words and double-quoted text by position, for all arguments, required ones first. */
  | 'all-options'
  /** Requests the prompt with `$1`, `$2` … and puts words, or quoted text, into the answer; the last takes the rest. */
  | 'placeholders'
  /** The one argument is everything after the command. */
  | 'line'
  /** By position, with the quotes of a shell. */
  | 'shell'
  /** `name=value`, with the quotes of a shell; anything else is dropped. */
  | 'pairs'
  /** A form field for each argument. */
  | 'form'
  /** Requests the prompt once without arguments, before a person types anything. */
  | 'none';

/**
 * What happens to a block that is not text. `attached`: the model gets it. `inlined`: its text becomes text of the
 * message. `noted`: a note replaces it.
 */
export type Treatment = 'attached' | 'inlined' | 'noted' | 'dropped' | 'untested';

/** The blocks that are not text: `resource` has text, `file` is a resource of bytes. */
export type AttachmentKind = 'image' | 'audio' | 'resource' | 'file' | 'link';

export interface Reading extends Readonly<Record<AttachmentKind, Treatment>> {
  readonly messages: 'all' | 'first';
  /** `written`: as words in the text, if there are several roles. */
  readonly roles: 'kept' | 'written' | 'lost';
  /**
   * `blocks`: one by one. `tagged`: the command in tags, then one by one. `joined`: as one text. `json`: as one text,
   * written as a JSON string.
   */
  readonly form: 'blocks' | 'tagged' | 'joined' | 'json';
}

export interface SimulationRules {
  readonly filling: Filling;
  readonly reading: Reading;
  /** Hides prompts with more arguments. */
  readonly maxArguments?: number;
  /** Reads only the first page of `prompts/list`. */
  readonly firstPageOnly?: true;
  /** Cannot call a prompt whose name contains such a character. */
  readonly unusableInNames?: RegExp;
  /** Rejects an answer unless user and assistant alternate, beginning with the user. */
  readonly needsTurns?: true;
  /** Runs `` !`…` `` in the text of a prompt, and replaces `$1` and `$ARGUMENTS` in it. */
  readonly interpretsText?: true;
}

/** Blanks end a command, and people cannot type invisible characters. */
export const blanks = /[\s\p{Cf}]/u;

type Attachments = Readonly<Record<AttachmentKind, Treatment>>;

const textOnly: Attachments = {
  image: 'dropped',
  audio: 'dropped',
  resource: 'dropped',
  file: 'dropped',
  link: 'dropped',
};

const untestedAttachments: Attachments = {
  image: 'untested',
  audio: 'untested',
  resource: 'untested',
  file: 'untested',
  link: 'untested',
};

/** The messages become turns of the conversation. */
export const conversation: Reading = { messages: 'all', roles: 'kept', form: 'blocks', ...untestedAttachments };

/** All texts become one text of the user. */
export const joinedText: Reading = { messages: 'all', roles: 'lost', form: 'joined', ...textOnly };

/** Gemini CLI, and Qwen Code, which is a fork of it. */
export const geminiRules: SimulationRules = {
  filling: 'options',
  reading: { messages: 'first', roles: 'lost', form: 'json', ...textOnly },
};
