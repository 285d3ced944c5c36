/** Renames an argument everywhere in its prompt, and finds its values before it is removed. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject, valueAt } from '../../base/json.ts';
import { isSlotName, parseTemplate } from '../template/string-template.ts';
import { renameUriVariable } from '../template/uri-template.ts';
import { conditionArgumentsIn, resourceUrisIn, templatesIn } from './template-texts.ts';

/** A value to write at a path in the prompt; without `after`, the key is removed. */
export interface ValueChange {
  readonly at: KeyPath;
  readonly after?: unknown;
}

export interface ArgumentRename {
  /** The argument's name first. */
  readonly changes: readonly ValueChange[];
  /** Functions that seem to use the old name; the author has to change them. */
  readonly mentions: readonly KeyPath[];
}

/**
 * Returns the changes that rename the argument at `index` to `to`: its name, its slots in the content's templates, the
 * conditions on it, and its values in samples and tests. `prompt` is plain data under canonical keys. When a second argument
 * has the same name, only the name changes, and the slots stay with the other argument.
 */
export function renameArgument(prompt: unknown, index: number, to: string): ArgumentRename {
  const list = argumentsOf(prompt);
  const from = nameOf(list[index]);
  const nameChange: ValueChange = { at: ['Arguments', index, 'Name'], after: to };
  const isShared = list.some((otherArgument, place) => place !== index && nameOf(otherArgument) === from);
  if (from === undefined || from === '' || from === to || isShared) return { changes: [nameChange], mentions: [] };
  return {
    changes: [
      nameChange,
      ...renameInTemplates(prompt, from, to, index + 1),
      ...inConditions(list, from, to),
      ...inValues(prompt, 'Samples', from, to),
      ...inValues(prompt, 'Tests', from, to),
    ],
    mentions: functionsOf(list).filter((at) => mentions(valueAt(prompt, at), from)),
  };
}

/** Returns the changes of the templates, URIs and conditions of a prompt or tool whose argument at `position` (from 1) is renamed. */
export function renameInTemplates(
  definition: unknown,
  from: string,
  to: string,
  position: number,
): readonly ValueChange[] {
  const content = valueAt(definition, ['Content']);
  const texts = templatesIn(content, ['Content']).map((text) => ({
    ...text,
    after: renameSlots(text.template, from, to, position),
  }));
  const uris = resourceUrisIn(content, ['Content']).map((uri) => ({
    ...uri,
    after: renameUriVariable(uri.template, from, to),
  }));
  const conditions = conditionArgumentsIn(content, ['Content']).filter(({ argument }) => argument === from);
  return [
    ...[...texts, ...uris].flatMap(({ at, template, after }) => (after === template ? [] : [{ at, after }])),
    ...conditions.map(({ at }) => ({ at, after: to })),
  ];
}

/** Paths of the values of an argument in the samples and tests of a prompt, which are wrong without the argument. */
export function valuesOfArgument(prompt: unknown, name: string): readonly KeyPath[] {
  return ['Samples', 'Tests'].flatMap((list) => {
    const items = valueAt(prompt, [list]);
    if (!Array.isArray(items)) return [];
    return items.flatMap((argument, index) => {
      const values = isJsonObject(argument) ? argument.Arguments : undefined;
      return isJsonObject(values) && Object.hasOwn(values, name) ? [[list, index, 'Arguments', name]] : [];
    });
  });
}

function inConditions(declarations: readonly unknown[], from: string, to: string): readonly ValueChange[] {
  return declarations.flatMap((argument, index) =>
    renameKey(isJsonObject(argument) ? argument.AskWhen : undefined, ['Arguments', index, 'AskWhen'], from, to),
  );
}

function inValues(prompt: unknown, list: 'Samples' | 'Tests', from: string, to: string): readonly ValueChange[] {
  const items = valueAt(prompt, [list]);
  if (!Array.isArray(items)) return [];
  return items.flatMap((sample, index) =>
    renameKey(isJsonObject(sample) ? sample.Arguments : undefined, [list, index, 'Arguments'], from, to),
  );
}

function renameKey(values: unknown, at: KeyPath, from: string, to: string): readonly ValueChange[] {
  // A value under the new name stays.
  if (!isJsonObject(values) || !Object.hasOwn(values, from) || Object.hasOwn(values, to)) return [];
  return [{ at: [...at, to], after: values[from] }, { at: [...at, from] }];
}

function functionsOf(declarations: readonly unknown[]): readonly KeyPath[] {
  return [['Content', 'Function'], ...declarations.map((_, index) => ['Arguments', index, 'Complete', 'Function'])];
}

function mentions(source: unknown, name: string): boolean {
  return typeof source === 'string' && source.split(/[^\p{L}\p{M}\p{N}_$-]+/u).includes(name);
}

function argumentsOf(prompt: unknown): readonly unknown[] {
  const list = valueAt(prompt, ['Arguments']);
  return Array.isArray(list) ? list : [];
}

function nameOf(argument: unknown): string | undefined {
  const { Name } = isJsonObject(argument) ? argument : ({} as JsonObject);
  return typeof Name === 'string' ? Name : undefined;
}

/**
 * Renames the slots of one name; all other text stays unchanged. `position` (from 1) is the argument's index among the
 * declared ones: the slots become numbered when the new name is not a valid slot name, and named when only the old one
 * was not.
 */
export function renameSlots(template: string, from: string, to: string, position: number): string {
  const label = isSlotName(to) ? to : String(position);
  const wasNumbered = !isSlotName(from);
  let nextTemplate = '';
  let end = 0;
  for (const part of parseTemplate(template).parts) {
    if (part.kind !== 'slot') continue;
    const isOfArgument = 'name' in part ? part.name === from : wasNumbered && part.position === position;
    // Empty slots are counted from the left: naming one would renumber those after it.
    if (!isOfArgument || part.end - part.start === 2) continue;
    nextTemplate += `${template.slice(end, part.start)}\`${label}\``;
    end = part.end;
  }
  return nextTemplate + template.slice(end);
}
