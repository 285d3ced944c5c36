/** Changes of a prompt that lose something: their notices offer Undo. */
import type { KeyPath } from '../../../src/base/json.ts';
import { wordList } from '../../../src/base/text/word-list.ts';
import { templatesIn } from '../../../src/model/prompt/template-texts.ts';
import { selectArgumentNames } from '../arguments/argument-names.ts';
import { selectSlotArguments } from '../arguments/argument-selectors.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { Json } from '../definition/json.ts';
import { valueIn } from '../selectors.ts';
import type { WorkbenchState } from '../state.ts';
import { type ContentForm, convertContent } from './content.ts';

export interface ContentActions {
  /** As `restructure`, with a notice that offers Undo; `label` is the notice's sentence without the full stop; undefined for none. */
  restructureWithNotice(
    label: string | (() => string | undefined),
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<void>;
  /** Converts a prompt's content to another form; a notice names what was lost and offers Undo. */
  changeContentForm(at: KeyPath, form: ContentForm): Promise<void>;
}

export function createContentActions(
  { get, notify }: StoreContext,
  { edit, restructure }: Pick<DefinitionActions, 'edit' | 'restructure'>,
): ContentActions {
  async function restructureWithNotice(
    label: string | (() => string | undefined),
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<void> {
    const isDone = await restructure(at, change);
    const sentence = typeof label === 'string' ? label : label();
    if (isDone && sentence !== undefined) notify(`${sentence}.`, { label: sentence });
  }

  return {
    restructureWithNotice,
    async changeContentForm(at, form) {
      let losses: readonly string[] = [];
      const label = () => (losses.length > 0 ? `Lost in the conversion: ${wordList(losses)}` : undefined);
      await restructureWithNotice(label, at, (before) => {
        const names = selectArgumentNames(get());
        const conversion = convertContent(before, form, {
          argument: names.find((name) => name !== ''),
          sources: [selectFirstSource(get())],
        });
        losses = conversion.lostParts;
        if (conversion.asksFor !== undefined && names.length === 0)
          edit([...at.slice(0, -1), 'Arguments'], [{ Name: conversion.asksFor, Required: true, RestOfLine: true }]);
        return conversion.value;
      });
    },
  };
}

/** The source of a new search: the first of the workspace, or else the built-in one that needs no key and no network. */
export function selectFirstSource({ sources: { list } }: WorkbenchState): string {
  return list.find(({ builtin }) => !builtin)?.name ?? 'WolframLanguageDocumentation';
}

/** Whether a new text of the open prompt or tool is a template: it has arguments, or another text is one. */
export function selectIsTemplate(state: WorkbenchState): boolean {
  const { definition } = state;
  if (definition.status !== 'open') return false;
  const at = [...definition.view.at, 'Content'];
  return selectSlotArguments(state).length > 0 || templatesIn(valueIn(state, at), at).length > 0;
}
