/** Finds pictures that applications refuse, or whose bytes do not match their type. */

import type { KeyPath } from '../base/json.ts';
import { typeOfBytes } from '../base/media-type.ts';
import type { Block, Content, ToolContent } from '../model/definitions.ts';
import type { LintFinding } from './rules.ts';

/** Anthropic's API accepts no larger picture. */
const maxBytes = 5_000_000;

/** The types that every model with vision accepts. */
const usualTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** @param readMedia reads the bytes of a file of `media/`; undefined if it cannot be read, which `check` reports */
export async function findInPictures(
  content: Content | ToolContent<unknown>,
  at: KeyPath,
  readMedia: (file: string) => Promise<Uint8Array | undefined>,
): Promise<readonly LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const { block, path } of listBlocks(content, [...at, 'Content'])) {
    if (block.type !== 'image') continue;
    const { media, mimeType } = block;
    const bytes = media.kind === 'data' ? Buffer.from(media.data, 'base64') : await readMedia(media.file);
    if (!bytes) continue;
    const message = findFault(bytes, mimeType.toLowerCase());
    if (message !== undefined) findings.push({ rule: 'picture', at: path, message });
  }
  return findings;
}

function findFault(bytes: Uint8Array, mimeType: string): string | undefined {
  const actualType = typeOfBytes(bytes);
  if (actualType !== mimeType)
    return `The picture is sent as ${mimeType}, but its bytes are ${actualType ?? 'of no known type'}: correct the type, or replace the picture.`;
  if (!usualTypes.includes(mimeType))
    return `Most models cannot read ${mimeType}: convert the picture to PNG, JPEG, GIF or WebP.`;
  if (bytes.length > maxBytes)
    return `The picture is ${(bytes.length / 1_000_000).toFixed(1)} MB, but models accept at most ${maxBytes / 1_000_000} MB: make it smaller.`;
  return undefined;
}

function listBlocks(
  content: Content | ToolContent<unknown>,
  at: KeyPath,
): readonly { readonly block: Block; readonly path: KeyPath }[] {
  if (content.kind === 'blocks')
    return content.blocks.map((block, index) => ({ block, path: [...at, 'Blocks', index] }));
  if (content.kind !== 'messages') return [];
  return content.messages.flatMap(({ blocks }, message) =>
    blocks.map((block, index) => {
      const path = [...at, 'Messages', message, 'Content'];
      return { block, path: blocks.length === 1 ? path : [...path, index] };
    }),
  );
}
