/** Edits of a definition that reduce its losses, as data: nothing is written here. */

import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { SimulationFix } from '../../contract/contract.ts';
import { conditionArgumentsIn } from '../../model/prompt/template-texts.ts';
import { escapeForJoin } from '../../model/template/escape.ts';
import { parseTemplate } from '../../model/template/string-template.ts';

type EditFix = Extract<SimulationFix, { kind: 'edit' }>;
type Data = NonNullable<EditFix['edits'][number]['after']>;

export interface FixesNeeded {
  /** The argument that should take the rest of the line. */
  readonly restOfLine?: string | undefined;
  /** The arguments that a form should ask for, as a line cannot give them. */
  readonly asks?: readonly string[];
  /** Whether all messages should become one. */
  readonly folds?: boolean;
  /** The messages whose resource should become text. */
  readonly inlines?: readonly number[];
}

/** @param read returns the definition under canonical keys; without it there are no fixes. A long file takes time. */
export async function fixesFor(
  read: (() => Promise<unknown>) | undefined,
  { restOfLine, asks = [], folds, inlines = [] }: FixesNeeded,
): Promise<SimulationFix[]> {
  if (!read || !(restOfLine !== undefined || asks.length > 0 || folds || inlines.length > 0)) return [];
  const definition = await read();
  const fixes = [
    restOfLine === undefined ? undefined : restOfLineFix(definition, restOfLine),
    asks.length > 0 ? askFix(definition, asks) : undefined,
    folds ? foldFix(definition) : undefined,
    ...inlines.map((message) => inlineFix(definition, message)),
  ];
  return fixes.filter((fix) => fix !== undefined);
}

/**
 * Lets an argument take the rest of the line, and moves it to the end of the list, as only the last one can. No fix if
 * another argument takes the rest already, if a required argument would follow an optional one, or if a template refers
 * to arguments by position.
 * @param value the definition under canonical keys
 */
function restOfLineFix(value: unknown, name: string): SimulationFix | undefined {
  const list = isJsonObject(value) && Array.isArray(value.Arguments) ? value.Arguments.filter(isJsonObject) : [];
  const [from, to] = [list.findIndex((readonly) => readonly.Name === name), list.length - 1];
  const [markedArgument, laterArguments] = [list[from], list.slice(from + 1)];
  if (!markedArgument || list.some((readonly) => readonly.RestOfLine === true)) return undefined;
  if (
    laterArguments.length > 0 &&
    (countsArguments(value) || (markedArgument.Required === true && !laterArguments.every(isRequired)))
  )
    return undefined;
  const { RestOfLine: before } = markedArgument;
  const edit = { at: ['Arguments', to, 'RestOfLine'], ...(before === undefined ? {} : { before: before as Data }) };
  return {
    kind: 'edit',
    ...(laterArguments.length === 0
      ? { label: `Let ${name} take the rest of the line` }
      : { label: `Put ${name} last, to take the rest of the line`, move: { at: ['Arguments'], from, to, name } }),
    edits: [{ ...edit, after: true }],
  };
}

/** Lets a form ask for arguments. @param value the definition under canonical keys */
function askFix(value: unknown, names: readonly string[]): SimulationFix | undefined {
  const list = isJsonObject(value) && Array.isArray(value.Arguments) ? value.Arguments : [];
  const edits = names.flatMap((name) => {
    const index = list.findIndex((candidate) => isJsonObject(candidate) && candidate.Name === name);
    const { Ask: before } = (list[index] ?? {}) as JsonObject;
    return index < 0
      ? []
      : [
          {
            at: ['Arguments', index, 'Ask'],
            ...(before !== undefined && { before: before as Data }),
            after: 'missing',
          },
        ];
  });
  return edits.length === names.length
    ? { kind: 'edit', label: `Ask for ${wordList(names)} in a form`, edits }
    : undefined;
}

function isRequired({ Required: required }: JsonObject): boolean {
  return required === true;
}

/** Whether a template in a definition refers to an argument by position: `1`, or an empty slot. */
function countsArguments(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) =>
    key === 'StringTemplate' && typeof child === 'string'
      ? parseTemplate(child).parts.some((part) => part.kind === 'slot' && 'position' in part)
      : countsArguments(child),
  );
}

/** Puts the text of a resource into the message itself. @param message the protocol message, counted from 0 */
function inlineFix(value: unknown, message: number): SimulationFix | undefined {
  const place = blockPlaces(value)[message];
  if (!place || !isJsonObject(place.block) || place.block.Type !== 'resource') return undefined;
  const { Text: text, Uri: uri } = place.block;
  if (text === undefined) return undefined;
  return {
    kind: 'edit',
    label: `Put the text of ${typeof uri === 'string' ? uri : 'the resource'} into the message`,
    edits: [{ at: place.at, before: place.block as Data, after: text as Data }],
  };
}

/** Makes one message of all, if each is text. */
function foldFix(value: unknown): SimulationFix | undefined {
  const places = blockPlaces(value);
  if (places.length < 2) return undefined;
  const isDialogue = new Set(places.map(({ role }) => role)).size > 1;
  const isTemplate = places.some(({ block }) => textOf(block)?.isTemplate);
  const parts: string[] = [];
  for (const [index, { role, block }] of places.entries()) {
    const text = textOf(block);
    if (!text) return undefined;
    const heading =
      isDialogue && role !== places[index - 1]?.role ? `${role === 'user' ? 'User' : 'Assistant'}:\n` : '';
    parts.push(heading + (isTemplate && !text.isTemplate ? escapeForJoin(text.text) : text.text));
  }
  const text = parts.join('\n\n');
  const before = (value as JsonObject).Content as Data;
  return {
    kind: 'edit',
    label: 'Merge all messages into one',
    edits: [{ at: ['Content'], before, after: isTemplate ? { StringTemplate: text } : text }],
  };
}

interface BlockPlace {
  readonly at: (string | number)[];
  readonly role: unknown;
  readonly block: unknown;
}

/** Every block of `Messages`, in order: each becomes one protocol message. None if conditions choose among them. */
function blockPlaces(value: unknown): BlockPlace[] {
  const content = isJsonObject(value) ? value.Content : undefined;
  const messages = isJsonObject(content) ? content.Messages : undefined;
  if (!Array.isArray(messages) || conditionArgumentsIn(messages, []).length > 0) return [];
  return messages.flatMap((message: unknown, index): BlockPlace[] => {
    if (!isJsonObject(message)) return [];
    const { Role: role, Content: blocks } = message;
    const at = ['Content', 'Messages', index, 'Content'];
    return Array.isArray(blocks)
      ? blocks.map((block: unknown, place) => ({ at: [...at, place], role, block }))
      : [{ at, role, block: blocks }];
  });
}

function textOf(block: unknown): { readonly text: string; readonly isTemplate: boolean } | undefined {
  if (typeof block === 'string') return { text: block, isTemplate: false };
  if (!isJsonObject(block) || block.Annotations !== undefined) return undefined;
  if (typeof block.StringTemplate === 'string') return { text: block.StringTemplate, isTemplate: true };
  return block.Type === 'text' || block.Type === 'resource' ? textOf(block.Text) : undefined;
}
