/** Underlines what is wrong with a text's slots, and what looks like a slot but is not one, with quick fixes. */
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { nearestName } from '../../../src/base/text/near-names.ts';
import { freeNames } from '../../../src/model/prompt/argument-names.ts';
import { findForeignSlots } from '../../../src/model/template/foreign-slots.ts';
import { parseOnceRecent } from '../../../src/model/template/recent-templates.ts';
import type { Fix } from './code-text-props.ts';
import { argumentOf, type Slot, slotContext } from './slot-context.ts';
import { textOf } from './text-of.ts';

/** More problems in one text are slow to draw and do not help. */
const limit = 100;

interface SlotProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export const templateProblems: Extension = createSlotLinter(findInTemplate);
export const plainTextProblems: Extension = createSlotLinter(findInPlainText);

function createSlotLinter(find: (state: EditorState) => readonly SlotProblem[]): Extension {
  return linter(
    ({ state }) =>
      find(state).map(
        ({ fixes, ...problem }): Diagnostic => ({
          ...problem,
          actions: fixes.map(({ label, apply }) => ({ name: label, apply })),
        }),
      ),
    {
      delay: 60,
      needsRefresh: ({ startState, state }) => startState.facet(slotContext) !== state.facet(slotContext),
    },
  );
}

/** The fixes of the problem at an offset. */
export function fixesAt(state: EditorState, offset: number, isTemplate: boolean): readonly Fix[] {
  const problems = isTemplate ? findInTemplate(state) : findInPlainText(state);
  return problems.find(({ from, to, fixes }) => from <= offset && offset <= to && fixes.length > 0)?.fixes ?? [];
}

function findInTemplate(state: EditorState): readonly SlotProblem[] {
  const { parts, problems } = parseOnceRecent(textOf(state.doc));
  const { slotArguments, fixes } = state.facet(slotContext);
  const slotProblems = problems.slice(0, limit).map(
    ({ start, end, message }): SlotProblem => ({
      from: start,
      to: end,
      severity: 'error',
      message,
      fixes: fixes ? [{ label: 'Leave it as text', apply: () => fixes.keepText({ start, end }) }] : [],
    }),
  );
  for (const part of parts) {
    if (slotProblems.length >= limit) break;
    if (part.kind === 'literal' || argumentOf(part, slotArguments)) continue;
    slotProblems.push({
      from: part.start,
      to: part.end,
      severity: 'warning',
      message: sentence(part),
      fixes: slotFixes(state, part),
    });
  }
  return [...slotProblems, ...findForeign(state, true)].sort((a, b) => a.from - b.from);
}

/** Plain text has no slots, so nothing in it is wrong: these are only offers. */
function findInPlainText(state: EditorState): readonly SlotProblem[] {
  const { slotArguments, fixes } = state.facet(slotContext);
  const problems: SlotProblem[] = [];
  for (const part of slotArguments.length > 0 ? parseOnceRecent(textOf(state.doc)).parts : []) {
    if (part.kind === 'literal' || !('name' in part) || !argumentOf(part, slotArguments)) continue;
    problems.push({
      from: part.start,
      to: part.end,
      severity: 'info',
      message: `${part.name} is an argument, but plain text has no slots: clients get it as it is.`,
      fixes: fixes ? [{ label: 'Make this text a template', apply: () => fixes.makeTemplate() }] : [],
    });
  }
  return [...problems.slice(0, limit), ...findForeign(state, false)].sort((a, b) => a.from - b.from);
}

function findForeign(state: EditorState, isTemplate: boolean): readonly SlotProblem[] {
  const { slotArguments, fixes } = state.facet(slotContext);
  if (!fixes) return [];
  return findForeignSlots(textOf(state.doc), isTemplate, limit).map(({ start, end, name, slotText }) => {
    const isDeclared = slotArguments.some((argument) => argument.name === name);
    const slotName = slotText.length > 40 ? 'it' : slotText;
    return {
      from: start,
      to: end,
      severity: 'info',
      message: `This looks like a slot of another program. Here a slot is \`${name}\`; clients get ${slotName} as it is.`,
      fixes: [
        {
          label: isDeclared ? `Use the argument ${name}` : `Convert to the argument ${name}`,
          apply: () => fixes.convertSlot(name),
        },
        { label: `Leave ${slotName} as text`, apply: () => fixes.keepText({ start, end }) },
      ],
    };
  });
}

function sentence(slot: Slot): string {
  return 'name' in slot
    ? `The slot ${slot.name} has no argument and stays empty: add the argument, correct the name, or leave it as text.`
    : `There is no argument ${slot.position}, so this slot stays empty: add one, or remove the slot.`;
}

function slotFixes(state: EditorState, slot: Slot): readonly Fix[] {
  const { slotArguments, fixes } = state.facet(slotContext);
  if (!fixes) return [];
  const { start, end } = slot;
  const keep = { label: `Leave ${state.sliceDoc(start, end)} as text`, apply: () => fixes.keepText({ start, end }) };
  if ('name' in slot) {
    const suggestion = nearestName(
      slot.name,
      slotArguments.map(({ name }) => name),
    );
    const use =
      suggestion === undefined
        ? []
        : [{ label: `Use ${suggestion}`, apply: () => fixes.fillSlot({ start, end }, suggestion) }];
    return [...use, { label: `Add argument ${slot.name}`, apply: () => fixes.addArguments([slot.name]) }, keep];
  }
  const names = freeNames(
    slotArguments.map(({ name }) => name),
    slot.position - slotArguments.length,
  );
  return [{ label: `Add argument ${slot.position}`, apply: () => fixes.addArguments(names) }, keep];
}
