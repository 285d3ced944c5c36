/** Files that a person gives to a prompt, as blocks of its messages. */
import { mimeTypeOfName } from '../../../src/base/formats.ts';
import { type FileVerdict, judgeFile, maxUploadBytes, tooLarge } from '../../../src/base/media-type.ts';
import { type BlockPlace, blocksIn, isEmptyText, withBlocks } from '../content/blocks.ts';
import { contentKind, convertContent } from '../content/content.ts';
import { isObject, type Json, valueAt } from '../definition/json.ts';

/** A file as browsers hand it over. */
export interface UploadedFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export type ReadFile =
  | { readonly name: string; readonly bytes: Uint8Array; readonly verdict: Exclude<FileVerdict, { kind: 'refused' }> }
  | { readonly refusal: string };

/** Where dropped files go: before a block, at the end of a message, or, without a message, to the end. */
export interface DropPlace {
  readonly message?: number;
  readonly block?: number;
}

/** Characters of a plain text that become a block; a longer one stays a file. */
const longestTextBlock = 100_000;

/** Reads a file and tells what it is, or why it cannot be taken. */
export async function readUpload(file: UploadedFile): Promise<ReadFile> {
  if (file.size > maxUploadBytes) return { refusal: tooLarge(file.name, file.size) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { refusal: `${file.name} cannot be read: if it is a folder, drop the files in it.` };
  }
  const verdict = judgeFile(file.name, bytes);
  return verdict.kind === 'refused' ? { refusal: verdict.message } : { name: file.name, bytes, verdict };
}

/** The text of a file that becomes a text block; nothing for a file that goes into the media folder. */
export function asTextBlock({ bytes, verdict }: Extract<ReadFile, { bytes: unknown }>): string | undefined {
  if (verdict.mimeType !== 'text/plain' || bytes.length > longestTextBlock) return undefined;
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/** The block that sends a file of the media folder along. */
export function blockOfMedia(file: string, { kind, mimeType }: { kind: string; mimeType: string }): Json {
  const type = kind === 'image' || kind === 'audio' ? kind : 'resource';
  return {
    Type: type,
    ...(type === 'resource' ? { Uri: `media://${file.split('/').map(encodeURIComponent).join('/')}` } : {}),
    File: file,
    ...(mimeTypeOfName(file) === mimeType ? {} : { MimeType: mimeType }),
  };
}

/** Why files cannot become part of a content as it is; nothing when they can. */
export function whyNoFiles(content: Json | undefined): string | undefined {
  switch (contentKind(content)) {
    case 'function':
    case 'wolfram':
      return 'A function makes its messages itself: change the content to messages, then add it.';
    case 'unreadable':
      return 'This content has a form that is not known: mend it in Source, then add it.';
    default:
      return undefined;
  }
}

/** The content, as messages, with blocks put in. */
export function withDropped(content: Json | undefined, added: readonly Json[], place: DropPlace): Json {
  const { value } = convertContent(content, 'messages');
  const messages = messagesOf(value);
  const { message, block } = landingOf(content, place);
  const given = messages[message];
  const inside = isObject(given) ? given : { Role: 'user', Content: '' };
  const next = { ...inside, Content: withBlocks(inside.Content, block, added) };
  return { ...(isObject(value) ? value : {}), Messages: messages.toSpliced(message, 1, next) };
}

/** Where the first block that is put in will stand. */
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

/** Bytes as base64, in steps that a call's arguments can hold. */
export function toBase64(bytes: Uint8Array): string {
  const step = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCharCode(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}
