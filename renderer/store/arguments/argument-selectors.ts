/** The arguments of the open prompt or tool as the window shows them, and how they match the slots of its texts. */

import type { KeyPath } from '../../../src/base/json.ts';
import { type SlotArgument, type SlotUses, slotUses } from '../../../src/model/prompt/slot-uses.ts';
import {
  conditionArgumentsIn,
  resourceUrisIn,
  type TemplateText,
  templatesIn,
} from '../../../src/model/prompt/template-texts.ts';
import { parseOnceRecent } from '../../../src/model/template/recent-templates.ts';
import type { ParsedTemplate } from '../../../src/model/template/string-template.ts';
import { parseUriTemplate } from '../../../src/model/template/uri-template.ts';
import { findReadArguments } from '../content/function-reads.ts';
import { entriesOfParameters, type PropertyEntry, propertiesOf } from '../content/schema/schema-edit.ts';
import { isObject, type JsonObject } from '../definition/json.ts';
import { valueIn } from '../selectors.ts';
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';
import { selectArgumentNames } from './argument-names.ts';

/** The current templates of the open prompt or tool. */
export function templatesOf(state: WorkbenchState): readonly TemplateText[] {
  const at = [...promptAt(state), 'Content'];
  return templatesIn(valueIn(state, at), at).map((text) => {
    const template = valueIn(state, text.at);
    return typeof template === 'string' ? { ...text, template } : text;
  });
}

export function promptAt({ definition }: WorkbenchState): KeyPath {
  return definition.status === 'open' ? definition.view.at : [];
}

export function argumentsAt(state: WorkbenchState): KeyPath {
  return [...promptAt(state), 'Arguments'];
}

export function isToolOpen({ selection }: WorkbenchState): boolean {
  return selection?.kind === 'tool' || selection?.kind === 'unlisted-tool';
}

/** The input schema of the open tool, if it is written as one. */
export function writtenSchema(state: WorkbenchState): JsonObject | undefined {
  const schema = valueIn(state, [...promptAt(state), 'InputSchema']);
  return isObject(schema) ? schema : undefined;
}

/** The arguments of the open tool, as written. */
export function toolEntries(state: WorkbenchState): readonly PropertyEntry[] {
  const schema = writtenSchema(state);
  return schema ? propertiesOf(schema) : entriesOfParameters(valueIn(state, [...promptAt(state), 'Parameters']));
}

function toolArguments(state: WorkbenchState): readonly SlotArgument[] {
  return toolEntries(state).map(({ name, isRequired, schema: { title, description } }) => ({
    name,
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(typeof description === 'string' && description !== '' && { description }),
    isRequired,
  }));
}

/** The current arguments of the open prompt or tool, in order. */
export const selectSlotArguments = stableSelector((state): readonly SlotArgument[] => {
  if (isToolOpen(state)) return toolArguments(state);
  const at = argumentsAt(state);
  return selectArgumentNames(state).map((name, index) => {
    const title = valueIn(state, [...at, index, 'Title']);
    const description = valueIn(state, [...at, index, 'Description']);
    return {
      name,
      ...(typeof title === 'string' && title !== '' && { title }),
      ...(typeof description === 'string' && description !== '' && { description }),
      isRequired: valueIn(state, [...at, index, 'Required']) === true,
    };
  });
});

/** How the current texts and arguments match; undefined for a function, which may use any argument. */
export const selectSlotUses = stableSelector((state): SlotUses | undefined => {
  const content = valueIn(state, [...promptAt(state), 'Content']);
  if (isObject(content) && content.Function !== undefined) return undefined;
  const at = [...promptAt(state), 'Content'];
  const templates = templatesOf(state).map(({ template }) => parseOnceRecent(template));
  const uris = resourceUrisIn(content, at).map((uri) =>
    parseOnceRecent(String(valueIn(state, uri.at)), parseUriTemplate),
  );
  const names = isToolOpen(state) ? toolArguments(state).map(({ name }) => name) : selectArgumentNames(state);
  const conditions = conditionArgumentsIn(content, at).map((item) => String(valueIn(state, item.at) ?? ''));
  return findSlotUsesCached([...templates, ...uris], names, conditions);
});

let newestFunction: { readonly code: string; readonly names: readonly string[] } | undefined;

/** `findReadArguments`, cached: most changes of the state do not change the function. */
function findReadArgumentsCached(code: string): readonly string[] {
  if (newestFunction?.code !== code) newestFunction = { code, names: findReadArguments(code) };
  return newestFunction.names;
}

/** The arguments that the function of the open prompt reads, and which of them it does not have. */
export const selectFunctionReads = stableSelector((state): SlotUses => {
  const code = valueIn(state, [...promptAt(state), 'Content', 'Function']);
  const names = selectArgumentNames(state);
  const missingNames =
    typeof code === 'string' ? findReadArgumentsCached(code).filter((name) => !names.includes(name)) : [];
  return { usedNames: names, missingNames, places: 0 };
});

interface CachedUses {
  readonly templates: readonly ParsedTemplate[];
  readonly names: readonly string[];
  readonly conditions: readonly string[];
  readonly uses: SlotUses;
}

let cachedUses: CachedUses | undefined;

/** `slotUses`, cached: most changes of the state do not change the texts. */
function findSlotUsesCached(
  templates: readonly ParsedTemplate[],
  names: readonly string[],
  conditions: readonly string[],
): SlotUses {
  const isKnown =
    cachedUses &&
    isSameList(cachedUses.templates, templates) &&
    isSameList(cachedUses.names, names) &&
    isSameList(cachedUses.conditions, conditions);
  if (!cachedUses || !isKnown)
    cachedUses = { templates, names, conditions, uses: slotUses(templates, names, conditions) };
  return cachedUses.uses;
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
