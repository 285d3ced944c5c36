/** Changes of one text: slots of other programs, text that is kept as it is, and slots in plain text. */
import { type ComposedPart, composeTemplate } from '../../../src/model/template/compose.ts';
import {
  argumentsFor,
  convertInTemplate,
  keepInPlainText,
  keepInTemplate,
  partsWithSlots,
} from '../../../src/model/template/convert-slots.ts';
import { keepAsText } from '../../../src/model/template/escape.ts';
import { type ForeignSlot, findForeignSlots } from '../../../src/model/template/foreign-slots.ts';
import { parseTemplate } from '../../../src/model/template/string-template.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { valueIn } from '../selectors.ts';
import { argumentsWith, selectSlotArguments, takesRestOfLine } from './arguments.ts';
import type { TextForm } from './prompt-form.ts';

/** A part of a text: offsets in UTF-16 code units. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface SlotActions {
  /**
   * Makes other programs' slots of these names, all by default, slots everywhere in the text, and adds their arguments:
   * one step.
   */
  convertSlots(form: TextForm, names?: readonly string[]): Promise<void>;
  /** Keeps all slots of other programs as text, so that they are not offered again: one step. */
  leaveSlots(form: TextForm): Promise<void>;
  /** Keeps a part of a text as it is, so that it is not offered again. A plain text becomes a template. */
  keepText(form: TextForm, extent: Extent): Promise<void>;
  /** Makes a plain text a template, whose slots are the names of arguments between backticks. */
  makeTemplate(form: TextForm): Promise<void>;
}

export function createSlotActions(
  { get }: StoreContext,
  { edit, flush }: Pick<DefinitionActions, 'edit' | 'flush'>,
): SlotActions {
  const namesOf = () => selectSlotArguments(get()).map(({ name }) => name);

  /** Changes the saved text in one step. */
  async function change(form: TextForm, to: (text: string) => string | undefined): Promise<void> {
    if (!(await flush())) return;
    const text = valueIn(get(), form.textAt);
    const template = typeof text === 'string' ? to(text) : undefined;
    if (template === undefined) return;
    if (form.isTemplate) edit(form.textAt, template);
    else edit(form.at, { StringTemplate: template });
    await flush();
  }

  /** The parts of a plain text: the names of arguments between backticks are slots. */
  function partsOf(text: string): readonly ComposedPart[] {
    const names = new Set(namesOf());
    return parseTemplate(text).parts.map((part) =>
      part.kind === 'slot' && 'name' in part && names.has(part.name)
        ? { slot: part.name }
        : text.slice(part.start, part.end),
    );
  }

  function addArgumentsFor(found: readonly ForeignSlot[]): void {
    const declared = namesOf();
    const missing = argumentsFor(found).filter(({ name }) => !declared.includes(name));
    const add = (names: readonly string[], takesRest: boolean) => {
      const { at, after } = argumentsWith(get(), names, { takesRest });
      if (names.length > 0) edit(at, after);
    };
    // Only one argument can take the rest of the line.
    const hasRest = takesRestOfLine(get());
    const isRest = ({ isWholeLine }: { isWholeLine: boolean }) => isWholeLine && !hasRest;
    add(
      missing.filter((each) => !isRest(each)).map(({ name }) => name),
      false,
    );
    add(
      missing.filter(isRest).map(({ name }) => name),
      true,
    );
  }

  return {
    convertSlots: (form, names) =>
      change(form, (text) => {
        const found = findForeignSlots(text, form.isTemplate).filter(({ name }) => names?.includes(name) ?? true);
        if (found.length === 0) return undefined;
        addArgumentsFor(found);
        return form.isTemplate ? convertInTemplate(text, found) : composeTemplate(partsWithSlots(text, found, partsOf));
      }),
    leaveSlots: (form) =>
      change(form, (text) => {
        const found = findForeignSlots(text, form.isTemplate);
        if (found.length === 0) return undefined;
        return form.isTemplate ? keepInTemplate(text, found) : keepInPlainText(text, found, partsOf);
      }),
    keepText: (form, { start, end }) =>
      change(form, (text) => {
        if (form.isTemplate) return keepAsText(text, start, end);
        const before = composeTemplate(partsOf(text.slice(0, start))) ?? '';
        const after = composeTemplate(partsOf(text.slice(end))) ?? '';
        const kept = text.slice(start, end);
        return before + keepAsText(kept, 0, kept.length) + after;
      }),
    makeTemplate: (form) => change(form, (text) => (form.isTemplate ? text : composeTemplate(partsOf(text)))),
  };
}
