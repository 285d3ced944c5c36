/** Changes of one text: slots of other programs, text that is kept as it is, and slots in plain text. */
import { composeTemplate } from '../../../src/model/template/compose.ts';
import {
  argumentsFor,
  convertInTemplate,
  isFilled,
  keepInPlainText,
  keepInTemplate,
  leaveAsText,
  literalsIn,
  literalsSentence,
  partsOfPlainText,
  partsWithSlots,
} from '../../../src/model/template/convert-slots.ts';
import { keepAsText } from '../../../src/model/template/escape.ts';
import {
  type ForeignSlot,
  type findDoubtfulSlots,
  findForeignSlots,
} from '../../../src/model/template/foreign-slots.ts';
import { selectSlotArguments, templatesOf } from '../arguments/argument-selectors.ts';
import { argumentsWith, takesRestOfLine } from '../arguments/arguments.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { pathKey } from '../definition/json.ts';
import { valueIn } from '../selectors.ts';
import type { TextForm } from './prompt-form.ts';

/** A part of a text: offsets in UTF-16 code units. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Those of other programs, or what may or may not be a slot (`findDoubtfulSlots`). */
export type FindSlots = typeof findDoubtfulSlots;

export interface SlotActions {
  /**
   * Makes other programs' slots of these names, all by default, slots everywhere in the text, and adds their arguments:
   * one step. Names between backticks that had no argument become text, which a notice says.
   */
  convertSlots(form: TextForm, names?: readonly string[], find?: FindSlots): Promise<void>;
  /** Keeps all slots of other programs as text, so that they are not offered again: one step. */
  leaveSlots(form: TextForm, find?: FindSlots): Promise<void>;
  /** Leaves all slots that no argument fills as text, in all texts of the prompt: one step, with a notice. */
  leaveMissing(): Promise<void>;
  /** Puts another argument into the slot at a part of a template. */
  fillSlot(form: TextForm, extent: Extent, name: string): Promise<void>;
  /** Keeps a part of a text as it is, so that it is not offered again. A plain text becomes a template. */
  keepText(form: TextForm, extent: Extent): Promise<void>;
  /** Makes a plain text a template, whose slots are the names of arguments between backticks. */
  makeTemplate(form: TextForm): Promise<void>;
}

export function createSlotActions(
  { get, notify }: StoreContext,
  { editAsStep, flush }: Pick<DefinitionActions, 'editAsStep' | 'flush'>,
): SlotActions {
  const namesOf = () => selectSlotArguments(get()).map(({ name }) => name);

  /** Changes the saved text in one step. */
  async function change(form: TextForm, to: (text: string) => string | undefined): Promise<void> {
    if (!(await flush())) return;
    const text = valueIn(get(), form.textAt);
    const template = typeof text === 'string' ? to(text) : undefined;
    if (template === undefined) return;
    if (form.isTemplate) editAsStep(form.textAt, template);
    else editAsStep(form.at, { StringTemplate: template });
    await flush();
  }

  /** Says which slots became text; its Undo takes the whole step back. */
  function reportLiterals(literals: readonly string[]): void {
    if (literals.length === 0) return;
    const label = literalsSentence([...new Set(literals)]);
    notify(`${label}.`, { label });
  }

  function addArgumentsFor(slots: readonly ForeignSlot[]): void {
    const oldNames = namesOf();
    const missingArguments = argumentsFor(slots).filter(({ name }) => !oldNames.includes(name));
    // Only one argument can take the rest of the line.
    const hasRest = takesRestOfLine(get());
    const isRest = ({ isWholeLine }: { isWholeLine: boolean }) => isWholeLine && !hasRest;
    const rest = missingArguments.filter(isRest).map(({ name }) => name);
    const otherNames = missingArguments.filter((pick) => !isRest(pick)).map(({ name }) => name);
    const add = (names: readonly string[], form: Parameters<typeof argumentsWith>[2]) => {
      const { at, after } = argumentsWith(get(), names, form);
      if (names.length > 0) editAsStep(at, after);
    };
    add(otherNames, { leavesRest: rest.length > 0 });
    add(rest, { isWholeLine: true });
  }

  return {
    async convertSlots(form, chosenNames, find = findForeignSlots) {
      let literals: readonly string[] = [];
      await change(form, (text) => {
        const slots = find(text, form.isTemplate).filter(({ name }) => chosenNames?.includes(name) ?? true);
        if (slots.length === 0) return undefined;
        const names = namesOf();
        const otherTexts = templatesOf(get()).filter(({ at }) => pathKey(at) !== pathKey(form.textAt));
        addArgumentsFor(slots);
        const newNames = namesOf().filter((name) => !names.includes(name));
        // A new argument must not fill the backticked words of the other texts either.
        const inOthers =
          newNames.length === 0
            ? []
            : otherTexts.flatMap(({ at, template }) => {
                const result = leaveAsText(template, (slot) =>
                  'name' in slot ? newNames.includes(slot.name) : !isFilled(slot, names),
                );
                if (result.literals.length > 0) editAsStep(at, result.template);
                return result.literals;
              });
        const conversion = form.isTemplate
          ? convertInTemplate(text, slots, names)
          : { template: composeTemplate(partsWithSlots(text, slots, names)), literals: literalsIn(text, slots, names) };
        literals = [...conversion.literals, ...inOthers];
        return conversion.template;
      });
      reportLiterals(literals);
    },
    leaveSlots: (form, find = findForeignSlots) =>
      change(form, (text) => {
        const slots = find(text, form.isTemplate);
        if (slots.length === 0) return undefined;
        return form.isTemplate ? keepInTemplate(text, slots) : keepInPlainText(text, slots, namesOf());
      }),
    async leaveMissing() {
      if (!(await flush())) return;
      const names = namesOf();
      const literals = templatesOf(get()).flatMap(({ at, template }) => {
        const result = leaveAsText(template, (slot) => !isFilled(slot, names));
        if (result.literals.length > 0) editAsStep(at, result.template);
        return result.literals;
      });
      await flush();
      reportLiterals(literals);
    },
    fillSlot: (form, { start, end }, name) =>
      change(form, (text) => `${text.slice(0, start + 1)}${name}${text.slice(end - 1)}`),
    keepText: (form, { start, end }) =>
      change(form, (text) => {
        if (form.isTemplate) return keepAsText(text, start, end);
        const escapeText = (part: string) => composeTemplate(partsOfPlainText(part, namesOf())) ?? '';
        const literal = text.slice(start, end);
        return escapeText(text.slice(0, start)) + keepAsText(literal, 0, literal.length) + escapeText(text.slice(end));
      }),
    makeTemplate: (form) =>
      change(form, (text) => (form.isTemplate ? text : composeTemplate(partsOfPlainText(text, namesOf())))),
  };
}
