/** The actions on the arguments of the open prompt or tool. */

import type { KeyPath } from '../../../src/base/json.ts';
import { renameArgument, renameInTemplates, valuesOfArgument } from '../../../src/model/prompt/rename-argument.ts';
import { parseOnceRecent } from '../../../src/model/template/recent-templates.ts';
import type { ContentActions } from '../content/content-actions.ts';
import {
  type PropertyEntry,
  parametersOf,
  parametersOfEntries,
  propertiesOf,
  withItems,
  withOwnNames,
  withProperties,
} from '../content/schema/schema-edit.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { isObject, type Json, type JsonObject } from '../definition/json.ts';
import type { PreviewActions } from '../preview/preview.ts';
import { editedValueIn, selectValues, valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import { selectArgumentNames } from './argument-names.ts';
import { argumentsAt, isToolOpen, promptAt, templatesOf, toolEntries, writtenSchema } from './argument-selectors.ts';

export interface ArgumentActions {
  /** Adds arguments at the end of the list, or, with a notice, before one that needs the rest of the line. */
  addArguments(names: readonly string[]): Promise<void>;
  /**
   * Removes an argument and its values in samples and tests, which can be undone; its slots stay in the text.
   * @param list the path of the list of arguments, which is `Parameters` in a tool; by default that of a prompt
   */
  removeArgument(index: number, list?: KeyPath): Promise<void>;
  /** Renames an argument, its slots and its values in samples as one undo step, and its value in the preview. */
  renameArgument(index: number, to: string): Promise<void>;
  /**
   * Writes the input of the open tool, as `Parameters` while those suffice. The slots of a renamed argument follow it, in
   * the same undo step.
   */
  editToolInput(schema: JsonObject): void;
  /** The same from a list of arguments, which may have items that no schema can show. */
  editToolArguments(entries: readonly PropertyEntry[]): void;
}

export function createArgumentActions(
  { get, inform, notify }: StoreContext,
  { edit, flush, restructure }: Pick<DefinitionActions, 'edit' | 'flush' | 'restructure'>,
  { restructureWithNotice }: Pick<ContentActions, 'restructureWithNotice'>,
  { fillValues }: Pick<PreviewActions, 'fillValues'>,
): ArgumentActions {
  return {
    async addArguments(names) {
      await restructure(argumentsWith(get(), []).at, () => {
        const { after } = argumentsWith(get(), names);
        // Before the save: a new argument may have another name by its end.
        const last = Array.isArray(after) ? after.at(-1) : undefined;
        const isBefore = takesRest(last) && !names.includes(String(last.Name)) && !isToolOpen(get());
        if (isBefore) inform(`${String(last.Name)} stays last, because it takes the rest of the line.`);
        return after;
      });
    },
    async removeArgument(index, at = argumentsAt(get())) {
      const name = valueIn(get(), [...at, index, 'Name']);
      const label = `Removed ${name ? `the argument ${name}` : 'an argument'}`;
      await restructureWithNotice(label, at, (list) => {
        const definition = promptAt(get());
        const values = typeof name === 'string' ? valuesOfArgument(valueIn(get(), definition), name) : [];
        for (const value of values) edit([...definition, ...value], undefined);
        return Array.isArray(list) && list.length > 1 ? list.filter((_, place) => place !== index) : undefined;
      });
    },
    async renameArgument(index, to) {
      const at = promptAt(get());
      const from = selectArgumentNames(get())[index];
      const { changes, mentions } = renameArgument(editedValueIn(get(), at), index, to);
      for (const change of changes) edit([...at, ...change.at], change.after as Json | undefined);
      const values = selectValues(get());
      if (from !== undefined && values[from] !== undefined && values[to] === undefined)
        fillValues({ ...values, [to]: values[from] });
      if (mentions.length > 0)
        notify(`Renamed ${from} to ${to}, but ${places(mentions, get())} may still use the old name: check it.`);
      await flush();
    },
    editToolInput(schema) {
      const properties = propertiesOf(schema);
      if (writtenSchema(get())) return writeInput(properties, schema);
      const parameterData = valueIn(get(), [...promptAt(get()), 'Parameters']);
      const entries = withItems(properties, parameterData);
      const wholeSchema = entries.length === properties.length ? schema : withProperties(schema, withOwnNames(entries));
      writeInput(entries, wholeSchema, parametersOf(schema, parameterData));
    },
    editToolArguments(entries) {
      const schema = writtenSchema(get());
      const wholeSchema = withProperties(schema ?? { type: 'object' }, withOwnNames(entries));
      writeInput(entries, wholeSchema, schema ? undefined : parametersOfEntries(entries));
    },
  };

  /** Writes the arguments as `parameters`, or without them as `schema`. */
  function writeInput(entries: readonly PropertyEntry[], schema: JsonObject, parameters?: Json[]): void {
    const at = promptAt(get());
    const renaming = renamedProperty(toolEntries(get()), entries);
    const changes = renaming ? renameInTemplates(editedValueIn(get(), at), ...renaming) : [];
    if (parameters) edit([...at, 'Parameters'], parameters);
    else {
      if (valueIn(get(), [...at, 'Parameters']) !== undefined) edit([...at, 'Parameters'], undefined);
      edit([...at, 'InputSchema'], schema);
    }
    for (const change of changes) edit([...at, ...change.at], change.after as Json);
  }
}

/** The old and the new name of the one property that other entries rename, and its position from 1. */
function renamedProperty(
  before: readonly PropertyEntry[],
  after: readonly PropertyEntry[],
): [string, string, number] | undefined {
  if (before.length !== after.length) return undefined;
  const changedIndexes = before.flatMap(({ name }, index) => (name === after[index]?.name ? [] : [index]));
  const [index = -1] = changedIndexes;
  const [oldName, next] = [before[index]?.name, after[index]?.name];
  return changedIndexes.length === 1 && oldName && next ? [oldName, next, index + 1] : undefined;
}

interface NewArguments {
  /** They are the whole text of a command, which the client may leave out. */
  readonly isWholeLine?: boolean;
  /** Another one, which is added next, takes the rest of the line. */
  readonly leavesRest?: boolean;
}

/**
 * The list of arguments of the open prompt, or of the open tool's parameters, with more at its end; their path and new
 * value. Only the last argument of a prompt can have several words in every client application, so the newest one takes the
 * rest of the line, unless a form asks for it. An argument that needs the rest of the line stays last.
 */
export function argumentsWith(
  state: WorkbenchState,
  names: readonly string[],
  { isWholeLine = false, leavesRest = false }: NewArguments = {},
): { readonly at: KeyPath; readonly after: Json } {
  const schemaAt = [...promptAt(state), 'InputSchema'];
  const schema = isToolOpen(state) ? valueIn(state, schemaAt) : undefined;
  if (isObject(schema)) {
    const properties = names.map((name) => ({ name, isRequired: !isWholeLine, schema: { type: 'string' } }));
    return { at: schemaAt, after: withProperties(schema, [...propertiesOf(schema), ...properties]) };
  }
  const at = isToolOpen(state) ? [...promptAt(state), 'Parameters'] : argumentsAt(state);
  const list = valueIn(state, at);
  const oldArguments = Array.isArray(list) ? list : [];
  const newArguments = names.map((Name): JsonObject => ({ Name, ...(!isWholeLine && { Required: true }) }));
  if (isToolOpen(state)) return { at, after: [...oldArguments, ...newArguments] };
  const last = oldArguments.at(-1);
  // Numbered slots count the arguments, so none may move.
  const { Ask: asks } = (valueIn(state, promptAt(state)) ?? {}) as JsonObject;
  const isAsked = asks === 'always' || (asks === 'missing' && !isWholeLine);
  const isFixed = takesRest(last) && (isAsked || needsRestOfLine(state, last));
  if (isFixed && !isWholeLine && !hasNumberedSlots(state))
    return { at, after: [...oldArguments.slice(0, -1), ...newArguments, last] };
  const newestArgument = newArguments.at(-1);
  const isTaken = takesRestOfLine(state) && (isFixed || !takesRest(last));
  if (!newestArgument || leavesRest || isAsked || isTaken) return { at, after: [...oldArguments, ...newArguments] };
  newestArgument.RestOfLine = true;
  return { at, after: [...oldArguments.map(withoutRest), ...newArguments] };
}

const takesRest = (argument: Json | undefined): argument is JsonObject =>
  isObject(argument) && argument.RestOfLine === true;

function withoutRest(argument: Json): Json {
  if (!takesRest(argument)) return argument;
  const { RestOfLine: _, ...otherFields } = argument;
  return otherFields;
}

/**
 * Whether an argument takes the rest of the line because of its values, and not only because it was the newest one: it is
 * the whole line of a command, what a search looks for, or has several words in a sample.
 */
function needsRestOfLine(state: WorkbenchState, argument: JsonObject): boolean {
  const { Name: name } = argument;
  const { Content: content, Samples: samples } = (valueIn(state, promptAt(state)) ?? {}) as JsonObject;
  if (argument.Required !== true || (isObject(content) && 'Search' in content)) return true;
  return (Array.isArray(samples) ? samples : []).some(
    (sample) =>
      isObject(sample) &&
      isObject(sample.Arguments) &&
      typeof name === 'string' &&
      /\S\s+\S/.test(String(sample.Arguments[name] ?? '')),
  );
}

/** Whether an argument of the open prompt takes the rest of the line. */
export function takesRestOfLine(state: WorkbenchState): boolean {
  const list = valueIn(state, argumentsAt(state));
  return !isToolOpen(state) && Array.isArray(list) && list.some(takesRest);
}

function hasNumberedSlots(state: WorkbenchState): boolean {
  return templatesOf(state).some(({ template }) =>
    parseOnceRecent(template).parts.some((part) => part.kind === 'slot' && 'position' in part),
  );
}

function places(mentions: readonly KeyPath[], state: WorkbenchState): string {
  const names = selectArgumentNames(state);
  return mentions
    .map(([key, index]) => (key === 'Content' ? 'the function' : `the completion of ${names[Number(index)]}`))
    .join(' and ');
}
