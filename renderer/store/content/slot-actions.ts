/** Changes of one text: slots of other programs, text that is kept as it is, and slots in plain text. */
import { type ComposedPart, composeTemplate } from '../../../src/model/template/compose.ts';
import { keepAsText } from '../../../src/model/template/escape.ts';
import { findForeignSlots } from '../../../src/model/template/foreign-slots.ts';
import { parseTemplate } from '../../../src/model/template/string-template.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { valueIn } from '../selectors.ts';
import { argumentsWith, selectSlotArguments } from './arguments.ts';
import type { TextForm } from './prompt-form.ts';

/** A part of a text: offsets in UTF-16 code units. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface SlotActions {
  /** Makes another program's slot, as it is written, a slot everywhere in the text, and adds its argument: one step. */
  makeArgument(form: TextForm, written: string): Promise<void>;
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

  return {
    makeArgument: (form, written) =>
      change(form, (text) => {
        const found = findForeignSlots(text, form.isTemplate).filter((each) => each.written === written);
        const [first] = found;
        if (!first) return undefined;
        const { name, isWholeLine } = first;
        if (!namesOf().includes(name)) {
          const { at, after } = argumentsWith(get(), [name], { takesRest: isWholeLine });
          edit(at, after);
        }
        const pieces = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start));
        pieces.push(text.slice(found.at(-1)?.end));
        if (form.isTemplate) return pieces.join(`\`${name}\``);
        return composeTemplate(
          pieces.flatMap((piece, index) => [...(index > 0 ? [{ slot: name }] : []), ...partsOf(piece)]),
        );
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
