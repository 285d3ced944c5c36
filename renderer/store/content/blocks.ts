/**
 * The messages of a prompt and their blocks as the file writes them: their kinds, and lists with a block added, removed
 * or moved. Reads raw values under canonical key names, so invalid content can still be edited.
 */
import type { KeyPath } from '../../../src/base/json.ts';
import { withoutEscapes } from '../../../src/model/template/escape.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';
import { readText, type TextForm } from './prompt-form.ts';

export type BlockType = 'text' | 'image' | 'audio' | 'resource' | 'resource_link' | 'search';
/** `unknown` can only be fixed in the YAML view. */
export type BlockKind = BlockType | 'unknown';
export type Role = 'user' | 'assistant';

const types: readonly string[] = ['image', 'audio', 'resource', 'resource_link', 'search'] satisfies BlockType[];

export function blockKind(value: Json | undefined): BlockKind {
  if (textOfBlock(value, [])) return 'text';
  const type = isObject(value) ? value.Type : undefined;
  return typeof type === 'string' && types.includes(type) ? (type as BlockType) : 'unknown';
}

/** The text of a text block: the block itself, or its `Text`. */
export function textOfBlock(value: Json | undefined, at: KeyPath): TextForm | undefined {
  const hasText = isObject(value) && value.Text !== undefined && (value.Type === undefined || value.Type === 'text');
  return hasText ? readText(value.Text, [...at, 'Text']) : readText(value, at);
}

/** A text block as a template or as plain text, which needs no escapes; its annotations stay. */
export function withTextKind(block: Json | undefined, isTemplate: boolean): Json {
  if (!isObject(block)) return isTemplate ? { StringTemplate: block ?? '' } : (block ?? '');
  const { StringTemplate: template, Text, ...rest } = block;
  if (Text !== undefined) return { ...block, Text: withTextKind(Text, isTemplate) };
  if (isTemplate) return block;
  const text = typeof template === 'string' ? withoutEscapes(template) : '';
  return Object.keys(rest).length === 0 ? text : { Type: 'text', Text: text, ...rest };
}

/** A block with one annotation set, or removed if the value is undefined; a plain string becomes a block object. */
export function withAnnotation(block: Json | undefined, key: string, value: Json | undefined): Json {
  const { Annotations, ...rest }: JsonObject = isObject(block) ? block : { Type: 'text', Text: block ?? '' };
  const { [key]: _, ...otherAnnotations } = isObject(Annotations) ? Annotations : {};
  const annotations = value === undefined ? otherAnnotations : { ...otherAnnotations, [key]: value };
  return Object.keys(annotations).length === 0 ? rest : { ...rest, Annotations: annotations };
}

/** The blocks of a message's `Content`, which may be a single block. */
export function blocksIn(content: Json | undefined): readonly Json[] {
  return Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
}

/** `Content` for these blocks: a single block stays outside a list if it was; no blocks become an empty text. */
function asContent(before: Json | undefined, blocks: readonly Json[]): Json {
  const [onlyBlock, ...otherBlocks] = blocks;
  if (onlyBlock === undefined) return '';
  return Array.isArray(before) || otherBlocks.length > 0 ? [...blocks] : onlyBlock;
}

/** `Content` with blocks inserted before the one at `index`. They replace an empty text that is the only block. */
export function withBlocks(content: Json | undefined, index: number, addedBlocks: readonly Json[]): Json {
  const blocks = blocksIn(content);
  const isBlank = blocks.length === 1 && isEmptyText(blocks[0]);
  return asContent(
    content,
    isBlank ? addedBlocks : [...blocks.slice(0, index), ...addedBlocks, ...blocks.slice(index)],
  );
}

export function withoutBlock(content: Json | undefined, index: number): Json {
  return asContent(
    content,
    blocksIn(content).filter((_, place) => place !== index),
  );
}

/** Whether a block is a text without content. */
export function isEmptyText(block: Json | undefined): boolean {
  return block === '' || (isObject(block) && block.StringTemplate === '' && Object.keys(block).length === 1);
}

/** A block's place among a prompt's messages. */
export interface BlockPlace {
  readonly message: number;
  readonly block: number;
}

/**
 * The messages with a block moved before the one at `to`, counted before the move. Removes a message left without
 * blocks.
 */
export function withBlockMoved(messages: readonly Json[], from: BlockPlace, to: BlockPlace): Json[] {
  const movedBlock = blocksIn(contentOf(messages[from.message]))[from.block];
  if (movedBlock === undefined) return [...messages];
  const isSame = from.message === to.message;
  const isEmptied = !isSame && blocksIn(contentOf(messages[from.message])).length === 1;
  const place = isSame && from.block < to.block ? to.block - 1 : to.block;
  return messages.flatMap((message, index) => {
    let content = contentOf(message);
    if (index === from.message && isEmptied) return [];
    if (index === from.message) {
      const otherBlocks = blocksIn(content).filter((_, block) => block !== from.block);
      content = asContent(content, isSame ? otherBlocks.toSpliced(place, 0, movedBlock) : otherBlocks);
    } else if (index === to.message) content = withBlocks(content, place, [movedBlock]);
    else return [message];
    return [{ ...(isObject(message) ? message : {}), Content: content }];
  });
}

function contentOf(message: Json | undefined): Json | undefined {
  return isObject(message) ? message.Content : undefined;
}

/** The kinds of blocks that start without a file. */
export type NewBlockType = Exclude<BlockType, 'image' | 'audio'>;

/**
 * A new block that clients can get as it is.
 * @param source the source of a new search
 */
export function newBlock(type: NewBlockType, isTemplate: boolean, source: string): Json {
  switch (type) {
    case 'text':
      return emptyText(isTemplate);
    case 'resource':
      return { Type: type, Uri: 'docs://untitled', Text: '' };
    case 'resource_link':
      return { Type: type, Uri: 'docs://untitled', Name: 'untitled' };
    case 'search':
      return { Type: type, Sources: [source], Query: { StringTemplate: '' } };
  }
}

export function newMessage(role: Role, isTemplate: boolean): Json {
  return { Role: role, Content: emptyText(isTemplate) };
}

function emptyText(isTemplate: boolean): Json {
  return isTemplate ? { StringTemplate: '' } : '';
}
