import type { MediaContent, MediaFile } from '../../src/contract/contract.ts';
import type { KeyPath } from '../../src/model/definitions.ts';
import { hasBinaryCharacters } from '../../src/model/media-type.ts';
import { type BodyActions, createBodyActions } from './block-body.ts';
import { createContentActions } from './content-actions.ts';
import type { StoreContext } from './context.ts';
import type { DefinitionActions } from './definition.ts';
import { openView } from './drafts.ts';
import {
  asTextBlock,
  blockOfMedia,
  type DropPlace,
  type GivenFile,
  readGiven,
  toBase64,
  whyNoFiles,
  withDropped,
} from './dropped-files.ts';
import type { Json } from './json.ts';
import { samePlace, valueIn } from './selectors.ts';

/** A file that is in the media folder now. */
export interface AddedFile {
  readonly file: string;
  readonly mimeType: string;
}

export interface MediaActions extends BodyActions {
  /** Files of the media folder; none when they cannot be listed, which a notice tells. */
  listMedia(): Promise<readonly MediaFile[]>;
  /** What a file of the media folder holds. @throws the core's sentence */
  readMedia(file: string): Promise<MediaContent>;
  /** Copies a file into the media folder; a sentence tells why where that cannot be. */
  addMedia(file: GivenFile): Promise<AddedFile | undefined>;
  /** Puts bytes that a prompt holds itself into the media folder. */
  keepAsMedia(name: string, data: string): Promise<string | undefined>;
  /** Makes a text that was pasted beside every editor a block. */
  addText(at: KeyPath, text: string, place?: DropPlace): Promise<void>;
  /** Whether what was pasted as text is none; a sentence tells so. */
  refusesText(text: string): boolean;
  /** Makes files blocks of the content at `at`; each that cannot be taken gets its sentence, and the others are taken. */
  addFiles(at: KeyPath, files: readonly GivenFile[], place?: DropPlace): Promise<void>;
}

export function createMediaActions(
  context: StoreContext,
  definition: Pick<DefinitionActions, 'flush' | 'restructure'>,
): MediaActions {
  const { host, get, notify, orNotice } = context;
  const { restructure } = definition;

  async function keepAsMedia(name: string, data: string): Promise<string | undefined> {
    return (await orNotice(host.call('media.add', { name, data })))?.file;
  }

  async function addMedia(given: GivenFile): Promise<AddedFile | undefined> {
    const read = await readGiven(given);
    if ('refusal' in read) {
      notify(read.refusal);
      return undefined;
    }
    const file = await keepAsMedia(read.name, toBase64(read.bytes));
    return file === undefined ? undefined : { file, mimeType: read.verdict.mimeType };
  }

  async function blockOf(given: GivenFile): Promise<Json | undefined> {
    const read = await readGiven(given);
    if ('refusal' in read) {
      notify(read.refusal);
      return undefined;
    }
    const text = asTextBlock(read);
    if (text !== undefined) return text;
    const file = await keepAsMedia(read.name, toBase64(read.bytes));
    return file === undefined ? undefined : blockOfMedia(file, read.verdict);
  }

  const readMedia: MediaActions['readMedia'] = (file) => host.call('media.read', { file });

  return {
    ...createBodyActions(context, definition, createContentActions(context, definition), { readMedia, keepAsMedia }),
    listMedia: async () => (await orNotice(host.call('media.list', {}))) ?? [],
    readMedia,
    addMedia,
    keepAsMedia,
    async addText(at, text, place = {}) {
      const refusal = whyNoFiles(valueIn(get(), at));
      if (refusal !== undefined) return notify(refusal);
      await restructure(at, (before) => withDropped(before, [text.replaceAll('\r\n', '\n')], place));
    },
    refusesText(text) {
      if (!hasBinaryCharacters(text)) return false;
      notify('What you pasted is no text, although it came as such: drop or paste the file itself.');
      return true;
    },
    async addFiles(at, files, place = {}) {
      const refusal = whyNoFiles(valueIn(get(), at));
      if (refusal !== undefined) return notify(refusal);
      const asked = openView(get());
      const blocks: Json[] = [];
      for (const file of files) {
        const block = await blockOf(file);
        if (block !== undefined) blocks.push(block);
      }
      if (blocks.length === 0) return;
      if (!samePlace(openView(get()), asked)) {
        notify('Another prompt was opened before the file was read: drop it there again.');
        return;
      }
      await restructure(at, (before) => withDropped(before, blocks, place));
    },
  };
}
