/** Adds files to the media folder, to a prompt's content and to the files of a skill. */

import type { KeyPath } from '../../../src/base/json.ts';
import { hasBinaryCharacters } from '../../../src/base/media-type.ts';
import type { MediaContent, MediaFile } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { tagsIn } from '../definition/details.ts';
import { openView } from '../definition/drafts.ts';
import type { Json } from '../definition/json.ts';
import { samePlace, valueIn } from '../selectors.ts';
import { type BodyActions, createBodyActions, withFile } from './block-body.ts';
import type { BlockPlace } from './blocks.ts';
import { contentKind } from './content.ts';
import type { ContentActions } from './content-actions.ts';
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
} from './dropped-files.ts';

export interface MediaActions extends BodyActions {
  /** Lists the files of the media folder; empty, with a notice, if that fails. */
  listMedia(): Promise<readonly MediaFile[]>;
  /** Reads a file of the media folder. @throws the core's error */
  readMedia(file: string): Promise<MediaContent>;
  /** Copies a file into the media folder and makes it the body of the block at `at`; a notice reports a refusal. */
  setBlockFile(at: KeyPath, file: UploadedFile): Promise<void>;
  /** Copies files into the media folder and adds their names to the list at `at`; a notice reports each refused file. */
  listFiles(at: KeyPath, files: readonly UploadedFile[]): Promise<void>;
  /** Adds a file to the media folder and resolves with its block; undefined, with a notice, if that is refused. */
  blockForFile(file: UploadedFile): Promise<Json | undefined>;
  /** Adds a pasted text as a block. Resolves with the block's place. */
  addText(at: KeyPath, text: string, place?: DropPlace): Promise<BlockPlace | undefined>;
  /** Whether a pasted text is binary data, which a notice reports. */
  refusesText(text: string): boolean;
  /**
   * Adds files as blocks of the content at `at`; a notice reports each refused file. Resolves with the place of the first
   * block.
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

  /** Adds a file to the media folder. `data` is base64. */
  async function addToMedia(name: string, data: string): Promise<string | undefined> {
    return (await orNotice(host.call('media.add', { name, data })))?.file;
  }

  /** Reads a file; a notice reports a refusal. */
  async function read(upload: UploadedFile) {
    const file = await readUpload(upload);
    if (!('refusal' in file)) return file;
    notify(file.refusal);
    return undefined;
  }

  /** Copies a file into the media folder; undefined, with a notice, if that is refused. */
  async function copyToMedia(source: UploadedFile) {
    const upload = await read(source);
    if (!upload) return undefined;
    const file = await addToMedia(upload.name, toBase64(upload.bytes));
    return file === undefined ? undefined : { file, mimeType: upload.verdict.mimeType };
  }

  async function blockOf(source: UploadedFile): Promise<Json | undefined> {
    const upload = await read(source);
    if (!upload) return undefined;
    const text = asTextBlock(upload);
    if (text !== undefined) return text;
    const file = await addToMedia(upload.name, toBase64(upload.bytes));
    return file === undefined ? undefined : blockOfMedia(file, upload.verdict);
  }

  /** Whether the same definition is still open; a notice reports if not. */
  function isStillOpen(viewBefore: ReturnType<typeof openView>): boolean {
    const isOpen = samePlace(openView(get()), viewBefore);
    if (!isOpen) notify("Couldn't add the file, because another page was opened: add it again.");
    return isOpen;
  }

  /** Whether the content at `at` cannot take files, which a notice reports. */
  function isRefused(at: KeyPath): boolean {
    const refusal = whyNoFiles(valueIn(get(), at));
    if (refusal !== undefined) notify(refusal);
    return refusal !== undefined;
  }

  /** Inserts blocks; converts other content to messages first, which a notice reports. */
  async function insert(at: KeyPath, blocks: readonly Json[], place: DropPlace, what: string): Promise<BlockPlace> {
    const isOfMessages = contentKind(valueIn(get(), at)) === 'messages';
    let landing: BlockPlace = { message: 0, block: 0 };
    const change = (before: Json | undefined) => {
      landing = landingOf(before, place);
      return withDropped(before, blocks, place);
    };
    if (isOfMessages) await restructure(at, change);
    else await restructureWithNotice(`Changed the content to messages to hold ${what}`, at, change);
    return landing;
  }

  const readMedia: MediaActions['readMedia'] = (file) => host.call('media.read', { file });

  return {
    ...createBodyActions(context, definition, content, { readMedia, addToMedia }),
    listMedia: async () => (await orNotice(host.call('media.list', {}))) ?? [],
    readMedia,
    async setBlockFile(at, file) {
      const viewBefore = openView(get());
      const mediaFile = await copyToMedia(file);
      if (!mediaFile || !isStillOpen(viewBefore)) return;
      await restructure(at, (before) => withFile(before, mediaFile.file, mediaFile.mimeType));
    },
    async listFiles(at, files) {
      const viewBefore = openView(get());
      const names: string[] = [];
      for (const uploadedFile of files) {
        const mediaFile = await copyToMedia(uploadedFile);
        if (mediaFile) names.push(mediaFile.file);
      }
      if (names.length === 0 || !isStillOpen(viewBefore)) return;
      await restructure(at, (before) => [...new Set([...tagsIn(before), ...names])]);
    },
    async blockForFile(file) {
      const viewBefore = openView(get());
      const block = await blockOf(file);
      return block !== undefined && isStillOpen(viewBefore) ? block : undefined;
    },
    async addText(at, text, place = {}) {
      if (isRefused(at)) return undefined;
      return insert(at, [text.replaceAll('\r\n', '\n')], place, 'what you pasted');
    },
    refusesText(text) {
      if (!hasBinaryCharacters(text)) return false;
      notify('The pasted text is binary data: drop or paste the file itself.');
      return true;
    },
    async addFiles(at, files, place = {}) {
      if (isRefused(at)) return undefined;
      const viewBefore = openView(get());
      const blocks: Json[] = [];
      for (const file of files) {
        const block = await blockOf(file);
        if (block !== undefined) blocks.push(block);
      }
      if (blocks.length === 0 || !isStillOpen(viewBefore)) return undefined;
      const [first] = files;
      return insert(at, blocks, place, first && blocks.length === 1 ? first.name : `${blocks.length} files`);
    },
  };
}
