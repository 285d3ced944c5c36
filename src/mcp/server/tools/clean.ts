/** Limits a tool's answer to a length that a model can read. */
import type { ContentBlock } from '../../../model/protocol.ts';

/** Most bytes of text and base64 in one result, with the overhead of each block. */
export const maxResultBytes = 1024 * 1024;
/** Overhead of a block, such as `{"type":"text","text":""},`. */
const envelopeBytes = 32;

/** Plain data with a function applied to every text and key. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, property]) => [change(key), mapTexts(property, change)]));
}

/**
 * Limits a result to `maxResultBytes`: cuts texts, omits the blocks that do not fit, and adds a note, one for each run of
 * omitted blocks.
 */
export function withinLimit(content: readonly ContentBlock[]): readonly ContentBlock[] {
  let remainingBytes = maxResultBytes;
  if (content.reduce((sum, block) => sum + sizeOf(block), 0) <= remainingBytes) return content;
  const blocks: ContentBlock[] = [];
  let omittedBlocks: ContentBlock[] = [];
  const tellLeftOut = () => {
    if (omittedBlocks.length > 0) blocks.push({ type: 'text', text: leftOutNote(omittedBlocks) });
    omittedBlocks = [];
  };
  for (const block of content) {
    const size = sizeOf(block);
    const fittingBlock =
      size <= remainingBytes
        ? block
        : remainingBytes > envelopeBytes
          ? cutBlock(block, remainingBytes - envelopeBytes, size)
          : undefined;
    if (fittingBlock) {
      tellLeftOut();
      blocks.push(fittingBlock);
      remainingBytes = fittingBlock === block ? remainingBytes - size : 0;
    } else omittedBlocks.push(block);
  }
  tellLeftOut();
  return blocks;
}

function leftOutNote([first, ...otherBlocks]: readonly ContentBlock[]): string {
  const what = otherBlocks.length === 0 ? first?.type : `${otherBlocks.length + 1} blocks`;
  return `[${what} left out: the result is larger than 1 MB.]`;
}

/** The beginning of a block; undefined for a block that cannot be cut. */
function cutBlock(block: ContentBlock, room: number, size: number): ContentBlock | undefined {
  if (block.type === 'text') return { ...block, text: `${cutToBytes(block.text, room)}${note(size)}` };
  if (block.type !== 'resource' || !('text' in block.resource)) return undefined;
  const { resource } = block;
  return { ...block, resource: { ...resource, text: `${cutToBytes(resource.text, room)}${note(size)}` } };
}

function sizeOf(block: ContentBlock): number {
  const innerSize = block.type === 'resource' ? metaSize(block.resource) : 0;
  return envelopeBytes + ownSize(block) + metaSize(block) + innerSize;
}

function metaSize({ _meta }: Pick<ContentBlock, '_meta'>): number {
  return _meta ? Buffer.byteLength(JSON.stringify(_meta)) : 0;
}

function ownSize(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text);
    case 'image':
    case 'audio':
      return block.data.length;
    case 'resource':
      return 'text' in block.resource ? Buffer.byteLength(block.resource.text) : block.resource.blob.length;
    case 'resource_link':
      return Buffer.byteLength(JSON.stringify(block));
  }
}

/** The beginning of a text: whole characters, at most this many bytes of UTF-8. */
function cutToBytes(text: string, bytes: number): string {
  const start = Buffer.from(text).subarray(0, bytes);
  // Decoding a partial character gives a replacement character.
  return start.toString('utf8').replace(/\ufffd$/, '');
}

function note(size: number): string {
  return `\n[Cut here: this is ${(size / 1024 / 1024).toFixed(1)} MB, and a result has at most 1 MB. Ask for less.]`;
}
