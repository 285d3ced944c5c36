/** Importing prompts, and exporting servers as Wolfram Language. */
import * as z from 'zod';

const note = z.object({
  /** `lost`: left out. `changed`: converted to another form. */
  kind: z.enum(['lost', 'changed']),
  message: z.string(),
  line: z.exactOptional(z.number()),
  column: z.exactOptional(z.number()),
});

const text = z.string().max(5_000_000);

const readFile = z.object({ path: z.string(), text });
/** A file that is too large or binary; `many` means all files above the limit. */
const unreadFile = z.object({ path: z.string(), unread: z.enum(['large', 'binary', 'many']) });

/** What to import from. */
export const importSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('files'), files: z.array(z.union([readFile, unreadFile])).max(2_001) }),
  z.object({ kind: z.literal('text'), text }),
  /** A file or folder of this computer, or the address of a server; `~/` is the home folder. `token`: of the server. */
  z.object({ kind: z.literal('place'), place: z.string(), token: z.exactOptional(z.string().max(10_000)) }),
  /** A program that is an MCP server, with its arguments; started without a shell. */
  z.object({ kind: z.literal('command'), command: z.string() }),
  /** A server with an open connection (`inspect.open`). */
  z.object({ kind: z.literal('inspected'), id: z.string() }),
]);

export const importItem = z.object({
  kind: z.enum(['server', 'prompt', 'tool']),
  name: z.string(),
  /** The file, or the server. */
  from: z.string(),
  /** The kind of origin: `Claude Code command`. */
  as: z.string(),
  notes: z.array(note),
  /** An alternative conversion. */
  instead: z.exactOptional(z.object({ label: z.string() })),
  /** Slots of other programs that become arguments, as the text writes them, each once. */
  slots: z.exactOptional(z.array(z.string())),
});

export const importRead = z.object({
  /** For the following calls; valid until the workbench closes. */
  importId: z.string(),
  items: z.array(importItem),
  /** Files and texts that could not be converted. */
  problems: z.array(
    z.object({
      from: z.string(),
      message: z.string(),
      /** The prompt of a server that was left out. */
      prompt: z.exactOptional(z.string()),
      line: z.exactOptional(z.number()),
      column: z.exactOptional(z.number()),
    }),
  ),
  notes: z.array(note),
  /** A name for the server that lists the imported prompts. */
  server: z.exactOptional(z.string()),
});

export const importChoice = z.object({
  importId: z.string(),
  /** `textSlots`: the slots that stay text. `name`: instead of the item's own. */
  choices: z.array(
    z.object({
      index: z.int().min(0),
      instead: z.boolean(),
      textSlots: z.exactOptional(z.array(z.string())),
      name: z.exactOptional(z.string().min(1)),
    }),
  ),
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('catalogue') }),
    z.object({ kind: z.literal('server'), name: z.string() }),
    z.object({ kind: z.literal('new-server'), name: z.string() }),
  ]),
});

/** The files that the import would write; the notes of one are about the item as it is chosen. */
export const importPlan = z.object({
  files: z.array(
    z.object({ file: z.string(), text: z.string(), index: z.exactOptional(z.number()), notes: z.array(note) }),
  ),
});

export const wolframQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), server: z.string() }),
  /** Every prompt of a server's list, as a list. */
  z.object({ kind: z.literal('prompts'), server: z.string() }),
  z.object({ kind: z.literal('prompt'), server: z.string(), index: z.int().min(0) }),
]);

export const wolframText = z.object({
  text: z.string(),
  /** What Wolfram's server cannot hold; `prompt` is absent where it is about the server. */
  notes: z.array(note.extend({ prompt: z.exactOptional(z.string()) })),
});

export const wolframState = z.object({
  /** The path of wolframscript, if it is installed. */
  program: z.exactOptional(z.string()),
});
