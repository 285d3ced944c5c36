/** Turns files that a person drops, pastes or chooses into blocks of a prompt's messages. */
import { mimeTypeOfName } from '../../../src/base/formats.ts';
import { type FileVerdict, judgeFile, maxUploadBytes, tooLarge } from '../../../src/base/media-type.ts';
import { isObject, type Json, valueAt } from '../definition/json.ts';
import { type BlockPlace, blocksIn, isEmptyText, withBlocks } from './blocks.ts';
import { contentKind, convertContent } from './content.ts';

/** The part of a browser's `File` that this needs. */
export interface UploadedFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export type ReadFile =
  | { readonly name: string; readonly bytes: Uint8Array; readonly verdict: Exclude<FileVerdict, { kind: 'refused' }> }
  | { readonly refusal: string };

/** Where dropped files go: before a block, to the end of a message, or, without a message, to the end. */
export interface DropPlace {
  readonly message?: number;
  readonly block?: number;
}

/** A longer plain text stays a file, in bytes. */
const maxTextBlockBytes = 100_000;

/** Reads a file and determines its type, or returns why it is refused. */
export async function readUpload(file: UploadedFile): Promise<ReadFile> {
  if (file.size > maxUploadBytes) return { refusal: tooLarge(file.name, file.size) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { refusal: `Couldn't read ${file.name}: if it is a folder, drop its files instead.` };
  }
  const verdict = judgeFile(file.name, bytes);
  return verdict.kind === 'refused' ? { refusal: verdict.message } : { name: file.name, bytes, verdict };
}

/** The text of a file that becomes a text block; undefined for a file that goes into the media folder. */
export function asTextBlock({ bytes, verdict }: Extract<ReadFile, { bytes: unknown }>): string | undefined {
  if (verdict.mimeType !== 'text/plain' || bytes.length > maxTextBlockBytes) return undefined;
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/** A block for a file of the media folder. */
export function blockOfMedia(file: string, { kind, mimeType }: { kind: string; mimeType: string }): Json {
  const type = kind === 'image' || kind === 'audio' ? kind : 'resource';
  return {
    Type: type,
    ...(type === 'resource' ? { Uri: `media://${file.split('/').map(encodeURIComponent).join('/')}` } : {}),
    File: file,
    ...(mimeTypeOfName(file) === mimeType ? {} : { MimeType: mimeType }),
  };
}

/** Why this content cannot take files; undefined if it can. */
export function whyNoFiles(content: Json | undefined): string | undefined {
  switch (contentKind(content)) {
    case 'function':
    case 'wolfram':
      return 'A function creates its own messages: change the content to messages, then add the file.';
    case 'unreadable':
      return 'Unknown kind of content: fix it in the YAML view, then add the file.';
    default:
      return undefined;
  }
}

/** The content as messages, with blocks inserted. */
export function withDropped(content: Json | undefined, addedBlocks: readonly Json[], place: DropPlace): Json {
  const { value } = convertContent(content, 'messages');
  const messages = messagesOf(value);
  const { message, block } = landingOf(content, place);
  const target = messages[message];
  const inside = isObject(target) ? target : { Role: 'user', Content: '' };
  const next = { ...inside, Content: withBlocks(inside.Content, block, addedBlocks) };
  return { ...(isObject(value) ? value : {}), Messages: messages.toSpliced(message, 1, next) };
}

/** The place of the first inserted block. */
export function landingOf(content: Json | undefined, place: DropPlace): BlockPlace {
  const messages = messagesOf(convertContent(content, 'messages').value);
  const last = messages.length - 1;
  const isLastUser = valueAt(messages[last], ['Role']) !== 'assistant';
  const message = place.message ?? (last >= 0 && isLastUser ? last : messages.length);
  const blocks = blocksIn(valueAt(messages[message], ['Content']));
  const isBlank = blocks.length === 1 && isEmptyText(blocks[0]);
  return { message, block: isBlank ? 0 : (place.block ?? blocks.length) };
}

function messagesOf(content: Json): readonly Json[] {
  const list = valueAt(content, ['Messages']);
  return Array.isArray(list) ? list : [];
}

/** Bytes as base64, in chunks that fit into a call's arguments. */
export function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCharCode(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}
