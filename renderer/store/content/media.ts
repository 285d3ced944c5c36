/** Files on their way into the media folder and into a prompt's content. */

import type { KeyPath } from '../../../src/base/json.ts';
import { hasBinaryCharacters } from '../../../src/base/media-type.ts';
import type { MediaContent, MediaFile } from '../../../src/contract/contract.ts';
import {
  asTextBlock,
  blockOfMedia,
  type DropPlace,
  landingOf,
  readUpload,
  toBase64,
  type UploadedFile,
  whyNoFiles,
  withDropped,
} from '../content/dropped-files.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import type { Json } from '../definition/json.ts';
import { samePlace, valueIn } from '../selectors.ts';
import { type BodyActions, createBodyActions, withFile } from './block-body.ts';
import type { BlockPlace } from './blocks.ts';
import { contentKind } from './content.ts';
import type { ContentActions } from './content-actions.ts';

export interface MediaActions extends BodyActions {
  /** Files of the media folder; none when they cannot be listed, which a notice tells. */
  listMedia(): Promise<readonly MediaFile[]>;
  /** What a file of the media folder holds. @throws the core's sentence */
  readMedia(file: string): Promise<MediaContent>;
  /** Copies a file into the media folder and makes it the content of the block at `at`; a sentence tells why it cannot be. */
  setBlockFile(at: KeyPath, file: UploadedFile): Promise<void>;
  /** Makes a text that was pasted beside every editor a block, and answers where that stands now. */
  addText(at: KeyPath, text: string, place?: DropPlace): Promise<BlockPlace | undefined>;
  /** Whether what was pasted as text is none; a sentence tells so. */
  refusesText(text: string): boolean;
  /**
   * Makes files blocks of the content at `at`; each that cannot be taken gets its sentence, and the others are taken.
   * Answers where the first of the blocks stands now.
   */
  addFiles(at: KeyPath, files: readonly UploadedFile[], place?: DropPlace): Promise<BlockPlace | undefined>;
}

export function createMediaActions(
  context: StoreContext,
  definition: Pick<DefinitionActions, 'flush' | 'restructure'>,
  content: Pick<ContentActions, 'restructureWithNotice'>,
): MediaActions {
  const { host, get, notify, orNotice } = context;
  const { restructure } = definition;
  const { restructureWithNotice } = content;

  /** Puts bytes into the media folder, as base64. */
  async function addToMedia(name: string, data: string): Promise<string | undefined> {
    return (await orNotice(host.call('media.add', { name, data })))?.file;
  }

  /** Reads a file; a notice tells why one cannot be taken. */
  async function read(given: UploadedFile) {
    const file = await readUpload(given);
    if (!('refusal' in file)) return file;
    notify(file.refusal);
    return undefined;
  }

  async function blockOf(given: UploadedFile): Promise<Json | undefined> {
    const taken = await read(given);
    if (!taken) return undefined;
    const text = asTextBlock(taken);
    if (text !== undefined) return text;
    const file = await addToMedia(taken.name, toBase64(taken.bytes));
    return file === undefined ? undefined : blockOfMedia(file, taken.verdict);
  }

  /** Whether the place that was asked about is open still; a notice tells where it is not. */
  function isStillOpen(asked: ReturnType<typeof openView>): boolean {
    const isOpen = samePlace(openView(get()), asked);
    if (!isOpen) notify('Another prompt was opened before the file was read: drop it there again.');
    return isOpen;
  }

  /** Whether files cannot become part of the content at `at`, which a notice tells. */
  function isRefused(at: KeyPath): boolean {
    const refusal = whyNoFiles(valueIn(get(), at));
    if (refusal !== undefined) notify(refusal);
    return refusal !== undefined;
  }

  /** Puts blocks in; a form of the content that could not hold them gives way to messages, which is told. */
  async function put(at: KeyPath, blocks: readonly Json[], place: DropPlace, what: string): Promise<BlockPlace> {
    const isOfMessages = contentKind(valueIn(get(), at)) === 'messages';
    let landing: BlockPlace = { message: 0, block: 0 };
    const change = (before: Json | undefined) => {
      landing = landingOf(before, place);
      return withDropped(before, blocks, place);
    };
    if (isOfMessages) await restructure(at, change);
    else await restructureWithNotice(`Made the content messages, so that it can hold ${what}`, at, change);
    return landing;
  }

  const readMedia: MediaActions['readMedia'] = (file) => host.call('media.read', { file });

  return {
    ...createBodyActions(context, definition, content, { readMedia, addToMedia }),
    listMedia: async () => (await orNotice(host.call('media.list', {}))) ?? [],
    readMedia,
    async setBlockFile(at, given) {
      const asked = openView(get());
      const taken = await read(given);
      if (!taken) return;
      const file = await addToMedia(taken.name, toBase64(taken.bytes));
      if (file === undefined || !isStillOpen(asked)) return;
      await restructure(at, (before) => withFile(before, file, taken.verdict.mimeType));
    },
    async addText(at, text, place = {}) {
      if (isRefused(at)) return undefined;
      return put(at, [text.replaceAll('\r\n', '\n')], place, 'what you pasted');
    },
    refusesText(text) {
      if (!hasBinaryCharacters(text)) return false;
      notify('What you pasted is no text, although it came as such: drop or paste the file itself.');
      return true;
    },
    async addFiles(at, files, place = {}) {
      if (isRefused(at)) return undefined;
      const asked = openView(get());
      const blocks: Json[] = [];
      for (const file of files) {
        const block = await blockOf(file);
        if (block !== undefined) blocks.push(block);
      }
      if (blocks.length === 0 || !isStillOpen(asked)) return undefined;
      const [first] = files;
      return put(at, blocks, place, first && blocks.length === 1 ? first.name : `${blocks.length} files`);
    },
  };
}
