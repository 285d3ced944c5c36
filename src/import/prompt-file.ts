/** Importers of files that are one prompt each: YAML between two lines of dashes, then the text. */
import type { JsonObject } from '../base/json.ts';
import { lost, type TransferNote } from '../model/transfer.ts';
import { splitFrontMatter, textOf } from './front-matter.ts';
import { fileImporter, type ImportedItem, type Importer, type ImportProblem, type SourceFile } from './importer.ts';
import { type DraftPrompt, promptData } from './prompt-data.ts';

export interface PromptFile {
  readonly path: string;
  /** The front matter; keys that are taken are in lower case. */
  readonly data: JsonObject;
  /** Without white space around it. */
  readonly body: string;
  /** For what is lost and changed; what the front matter loses is in it. */
  readonly notes: TransferNote[];
}

/** Keys of the front matter. */
export interface FrontMatterKeys {
  /** In lower case. */
  readonly taken: readonly string[];
  /** Why others have no place in a prompt; by default `prompts have no such key`. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

export function promptFileImporter(
  about: Pick<Importer, 'id' | 'title'>,
  recognises: (file: SourceFile) => boolean,
  keys: FrontMatterKeys,
  read: (file: PromptFile) => ImportedItem | ImportProblem,
): Importer {
  return fileImporter(about, recognises, ({ path, text }) => {
    const front = splitFrontMatter(text);
    if ('problem' in front) return { items: [], problems: [front.problem] };
    const notes: TransferNote[] = [];
    const data = takenFrom(front.data, keys, notes);
    const made = read({ path, data, body: front.body.trim(), notes });
    return 'message' in made ? { items: [], problems: [made] } : { items: [made], problems: [] };
  });
}

function takenFrom(front: JsonObject, { taken, leftOut = {} }: FrontMatterKeys, notes: TransferNote[]): JsonObject {
  const data: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(front)) {
    const key = written.toLowerCase();
    if (value === null || value === '') continue;
    if (!taken.includes(key))
      notes.push(lost(`${written} is left out: ${leftOut[written] ?? 'prompts have no such key'}.`));
    else if (/^(?:name|title|description)$/.test(key) && textOf(value) === undefined)
      notes.push(lost(`${written} is left out: it is not text.`));
    else data[key] = value;
  }
  return data;
}

export function promptItem(
  name: string,
  draft: Omit<DraftPrompt, 'name'>,
  notes: readonly TransferNote[],
): ImportedItem {
  return { kind: 'prompt', name, data: promptData({ name, ...draft }), notes };
}
