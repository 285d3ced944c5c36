/** Measures an answer. */

import { getOrCreate } from '../../../src/base/get-or-create.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { formatSize } from '../layout/measures.ts';
import { base64Size, type Message, readBlocks } from '../text/content-block.ts';

type Block = ReturnType<typeof readBlocks>[number];

/** Characters as people count them, and bytes as a client gets them, with media decoded. */
export interface Size {
  readonly characters: number;
  readonly bytes: number;
}

const utf8 = new TextEncoder();

/** The size of a text. Counts without encoding it, which would allocate 200 kB for each key typed. */
export function sizeOfText(text: string): Size {
  let bytes = text.length;
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) pairs++;
  }
  // A pair is one character of four bytes; each half alone counts as one of three.
  return { characters: text.length - pairs, bytes: bytes - 2 * pairs };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const sizes = new WeakMap<Message, Size>();

/** The size of a message: its text and its decoded media. Cached per message. */
export function sizeOfMessage(message: Message): Size {
  return getOrCreate(sizes, message, () => sum(readBlocks(message.content).map(sizeOfBlock)));
}

function sizeOfBlock(block: Block): Size {
  switch (block.type) {
    case 'text':
      return sizeOfText(block.text);
    case 'image':
    case 'audio':
      return { characters: 0, bytes: base64Size(block.data) };
    case 'resource': {
      const { text, blob = '' } = block.resource;
      return text === undefined ? { characters: 0, bytes: base64Size(blob) } : sizeOfText(text);
    }
    case 'resource_link':
      return { characters: 0, bytes: utf8.encode(block.uri).length };
    case 'unknown':
      return { characters: 0, bytes: utf8.encode(JSON.stringify(block.value)).length };
  }
}

export function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (total, { characters, bytes }) => ({ characters: total.characters + characters, bytes: total.bytes + bytes }),
    { characters: 0, bytes: 0 },
  );
}

/** `1,204 characters · 1.2 kB`; without characters, the bytes alone. */
export function formatTextSize({ characters, bytes }: Size, noun = 'character'): string {
  if (characters === 0 && bytes > 0) return formatSize(bytes);
  return `${formatCount(characters, noun)} · ${formatSize(bytes)}`;
}

/** All text of the messages that a model reads. */
export function textsOf(messages: readonly Message[]): string {
  const texts = messages.flatMap(({ content }) => readBlocks(content).map(textOf));
  return texts.filter((text) => text !== '').join('\n\n');
}

function textOf(block: Block): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' ? (block.resource.text ?? '') : '';
}

const mediaNames = { image: 'image', audio: 'sound', resource: 'file' } as const;

/** `1 image, 2 sounds`: media cost tokens too, but the text does not show how many; empty without media. */
export function formatMedia(messages: readonly Message[]): string {
  const counts = new Map<string, number>();
  for (const { content } of messages)
    for (const block of readBlocks(content)) {
      const isMedia = block.type === 'image' || block.type === 'audio';
      if (!isMedia && (block.type !== 'resource' || block.resource.text !== undefined)) continue;
      const name = mediaNames[block.type];
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts].map(([name, count]) => formatCount(count, name)).join(', ');
}

/** `1,204 tokens`; at least one. */
export function formatTokens(estimate: number): string {
  return formatCount(Math.max(1, estimate), 'token');
}
