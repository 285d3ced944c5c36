/** Importers of files with one prompt each: front matter, then text. */
import type { JsonObject } from '../base/json.ts';
import { lossNote, type TransferNote } from '../model/transfer.ts';
import { splitFrontMatter, textOf } from './front-matter.ts';
import { fileImporter, type ImportedItem, type Importer, type ImportProblem, type SourceFile } from './importer.ts';
import { type DraftPrompt, promptData } from './prompt-data.ts';

export interface PromptFile {
  readonly path: string;
  /** The known keys of the front matter, in lower case. */
  readonly data: JsonObject;
  /** Trimmed. */
  readonly body: string;
  /** Notes about losses and changes; those of the front matter are already there. */
  readonly notes: TransferNote[];
}

export interface FrontMatterKeys {
  /** Known keys, in lower case. */
  readonly knownKeys: readonly string[];
  /** Reasons for leaving keys out; default `prompts have no such key`. */
  readonly omissionReasons?: Readonly<Record<string, string>>;
}

export function promptFileImporter(
  about: Pick<Importer, 'id' | 'title'>,
  recognises: (file: SourceFile) => boolean,
  keys: FrontMatterKeys,
  read: (file: PromptFile) => ImportedItem | ImportProblem,
): Importer {
  return fileImporter(about, recognises, ({ path, text }) => {
    const frontMatter = splitFrontMatter(text);
    if ('problem' in frontMatter) return { items: [], problems: [frontMatter.problem] };
    const notes: TransferNote[] = [];
    const data = pickKnown(frontMatter.data, keys, notes);
    const result = read({ path, data, body: frontMatter.body.trim(), notes });
    return 'message' in result ? { items: [], problems: [result] } : { items: [result], problems: [] };
  });
}

function pickKnown(
  frontMatter: JsonObject,
  { knownKeys, omissionReasons = {} }: FrontMatterKeys,
  notes: TransferNote[],
): JsonObject {
  const data: Record<string, unknown> = {};
  for (const [writtenKey, value] of Object.entries(frontMatter)) {
    const key = writtenKey.toLowerCase();
    if (value === null || value === '') continue;
    if (!knownKeys.includes(key))
      notes.push(lossNote(`${writtenKey} is left out: ${reasonFor(writtenKey, omissionReasons)}.`));
    else if (/^(?:name|title|description)$/.test(key) && textOf(value) === undefined)
      notes.push(lossNote(`${writtenKey} is left out: it is not text.`));
    else data[key] = value;
  }
  return data;
}

function reasonFor(key: string, leftOut: Readonly<Record<string, string>>): string {
  return (Object.hasOwn(leftOut, key) ? leftOut[key] : undefined) ?? 'prompts have no such key';
}

export function promptItem(
  name: string,
  draft: Omit<DraftPrompt, 'name'>,
  notes: readonly TransferNote[],
): ImportedItem {
  return { kind: 'prompt', name, data: promptData({ name, ...draft }), notes };
}
