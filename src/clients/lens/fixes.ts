/** Changes of a definition after which less of it is lost. They are data: nothing is written here. */
import type { LensFix } from '../../contract/contract.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';

type EditFix = Extract<LensFix, { kind: 'edit' }>;
type Data = NonNullable<EditFix['edits'][number]['after']>;

/** What would help: the last argument as the rest of the line, one message of all, these messages without their resource. */
export interface Wanted {
  readonly restOfLine?: boolean;
  readonly folds?: boolean;
  readonly inlines?: readonly number[];
}

/** @param read gives the definition under canonical keys; without it there is nothing to change. A long file takes time. */
export async function fixesFor(
  read: (() => Promise<unknown>) | undefined,
  { restOfLine, folds, inlines = [] }: Wanted,
): Promise<LensFix[]> {
  if (!read || !(restOfLine || folds || inlines.length > 0)) return [];
  const definition = await read();
  const fixes = [
    restOfLine ? restOfLineFix(definition) : undefined,
    folds ? foldFix(definition) : undefined,
    ...inlines.map((message) => inlineFix(definition, message)),
  ];
  return fixes.filter((fix) => fix !== undefined);
}

/** Marks the last argument. @param value the definition under canonical keys */
export function restOfLineFix(value: unknown): LensFix | undefined {
  const list = isJsonObject(value) ? value.Arguments : undefined;
  const last = Array.isArray(list) ? list.at(-1) : undefined;
  if (!Array.isArray(list) || !isJsonObject(last) || typeof last.Name !== 'string' || last.RestOfLine === true)
    return undefined;
  const at = ['Arguments', list.length - 1, 'RestOfLine'];
  return {
    kind: 'edit',
    label: `Let ${last.Name} take the rest of the line`,
    edits: [{ at, ...(last.RestOfLine === undefined ? {} : { before: last.RestOfLine as Data }), after: true }],
  };
}

/** Puts the text of a resource into the message itself. @param message the protocol message, counted from 0 */
export function inlineFix(value: unknown, message: number): LensFix | undefined {
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

/** Makes one message of all, where each is text. */
export function foldFix(value: unknown): LensFix | undefined {
  const places = blockPlaces(value);
  if (places.length < 2) return undefined;
  const isDialogue = new Set(places.map(({ role }) => role)).size > 1;
  let isTemplate = false;
  const parts: string[] = [];
  for (const [index, { role, block }] of places.entries()) {
    const text = textOf(block);
    if (!text) return undefined;
    isTemplate ||= text.isTemplate;
    const heading =
      isDialogue && role !== places[index - 1]?.role ? `${role === 'user' ? 'User' : 'Assistant'}:\n` : '';
    parts.push(heading + text.text);
  }
  // A literal text has no slots, and a template knows no escape: the two cannot become one.
  if (
    isTemplate &&
    places.some(({ block }) => textOf(block)?.isTemplate === false && /`|<\*/.test(textOf(block)?.text ?? ''))
  )
    return undefined;
  const text = parts.join('\n\n');
  const before = (value as JsonObject).Content as Data;
  return {
    kind: 'edit',
    label: 'Make one message of all',
    edits: [{ at: ['Content'], before, after: isTemplate ? { StringTemplate: text } : text }],
  };
}

interface BlockPlace {
  readonly at: (string | number)[];
  readonly role: unknown;
  readonly block: unknown;
}

/** Every block of `Messages` in order: each becomes one message of the protocol. */
function blockPlaces(value: unknown): BlockPlace[] {
  const content = isJsonObject(value) ? value.Content : undefined;
  const messages = isJsonObject(content) ? content.Messages : undefined;
  if (!Array.isArray(messages)) return [];
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
