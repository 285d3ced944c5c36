/** Turns messages with slots into content of the file format. */
import type { JsonObject } from '../base/json.ts';
import { type ComposedPart, composeTemplate, textExpression } from '../model/template/compose.ts';
import { changeNote, type TransferNote } from '../model/transfer.ts';
import { contentOf } from './prompt-data.ts';

export interface DraftMessage {
  readonly role: 'user' | 'assistant';
  /** A text as its parts, or a block of the file format. At least one. */
  readonly blocks: readonly (readonly ComposedPart[] | JsonObject)[];
}

/** A single user text becomes plain content. If a text does not fit into a template, the whole becomes a function. */
export function messagesContent(messages: readonly DraftMessage[], notes: TransferNote[]): unknown {
  const [first, second] = messages;
  const [onlyBlock, secondBlock] = first?.blocks ?? [];
  if (first?.role === 'user' && !second && !secondBlock && isText(onlyBlock)) return contentOf(onlyBlock, notes);
  const messageData = messages.map(({ role, blocks }) => ({ Role: role, Content: contentOfBlocks(blocks) }));
  if (messageData.every(({ Content }) => Content !== undefined)) return { Messages: messageData };
  notes.push(changeNote('The messages are now a function: one of the arguments has a name that no slot can have.'));
  return { Function: functionOf(messages) };
}

function isText(block: readonly ComposedPart[] | JsonObject | undefined): block is readonly ComposedPart[] {
  return Array.isArray(block);
}

/** Undefined if a text does not fit into a block. */
function contentOfBlocks(blocks: DraftMessage['blocks']): unknown {
  const blockData = blocks.map((block): unknown => (isText(block) ? textBlock(block) : block));
  if (blockData.includes(undefined)) return undefined;
  return blockData.length === 1 ? blockData[0] : blockData;
}

function textBlock(parts: readonly ComposedPart[]): unknown {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const template = composeTemplate(parts);
  return template === undefined ? undefined : { StringTemplate: template };
}

function functionOf(messages: readonly DraftMessage[]): string {
  const messageCode = messages.map(({ role, blocks }) => {
    const content = blocks.map((block) => (isText(block) ? textExpression(block, '    ') : JSON.stringify(block)));
    return `  {\n    role: ${JSON.stringify(role)},\n    content: [${content.join(', ')}],\n  },\n`;
  });
  return `(args) => [\n${messageCode.join('')}]`;
}
