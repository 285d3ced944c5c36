/** Quick fixes of problems inside a definition: each opens its page and changes it in one step. */

import { isWithin } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { parseTemplate } from '../../../src/model/template/string-template.ts';
import { parseUriTemplate } from '../../../src/model/template/uri-template.ts';
import type { ArgumentActions } from '../arguments/arguments.ts';
import type { ContentActions } from '../content/content-actions.ts';
import type { UploadedFile } from '../content/dropped-files.ts';
import type { MediaActions } from '../content/media.ts';
import type { SlotActions } from '../content/slot-actions.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { valueIn } from '../selectors.ts';
import type { ArrangeActions } from '../workspace/arrange.ts';
import type { WorkspaceActions } from '../workspace/workspace.ts';
import type { DefinitionFix } from './problem-causes.ts';

export interface ProblemFixActions {
  /** @param chosenFile the file of a fix that needs one */
  fixProblem(problem: ProblemView, fix: DefinitionFix, chosenFile?: UploadedFile): Promise<void>;
}

type Dependencies = Pick<WorkspaceActions, 'goTo'> &
  Pick<DefinitionActions, 'edit' | 'editAsStep' | 'flush' | 'inTurn'> &
  Pick<ContentActions, 'restructureWithNotice'> &
  Pick<ArgumentActions, 'addArguments' | 'removeArgument'> &
  Pick<SlotActions, 'keepText'> &
  Pick<MediaActions, 'setBlockFile'> &
  Pick<ArrangeActions, 'moveItem'>;

export function createProblemFixActions({ get }: StoreContext, actions: Dependencies): ProblemFixActions {
  const { goTo, edit, editAsStep, flush, inTurn, restructureWithNotice } = actions;
  const { addArguments, removeArgument, keepText, setBlockFile, moveItem } = actions;

  /** Writes a key again under another name; an undo takes both changes back. */
  async function renameKey(problem: ProblemView, name: string): Promise<void> {
    const to = [...problem.at.slice(0, -1), name];
    const value = valueIn(get(), problem.at);
    // The file has changed since.
    if (value === undefined || valueIn(get(), to) !== undefined) return;
    edit(to, value);
    edit(problem.at, undefined);
    await flush();
  }

  async function keepSlot(problem: ProblemView, name: string): Promise<void> {
    const [slot] = findSlots(name, valueIn(get(), problem.at), problem);
    const form = { at: problem.at.slice(0, -1), textAt: problem.at, isTemplate: true };
    if (slot) await keepText(form, { start: slot.start, end: slot.end });
  }

  /** Puts another argument into every slot of a name in one text. */
  async function fillSlots(problem: ProblemView, from: string, to: string): Promise<void> {
    const text = valueIn(get(), problem.at);
    const slots = findSlots(from, text, problem);
    if (typeof text !== 'string' || slots.length === 0) return;
    editAsStep(
      problem.at,
      slots.reduceRight((rest, { start, end }) => rest.slice(0, start + 1) + to + rest.slice(end - 1), text),
    );
    await flush();
  }

  async function removeBlock(problem: ProblemView): Promise<void> {
    const at = problem.at.slice(0, -1);
    const index = at.at(-1);
    const label = 'Removed a block without its file';
    if (typeof index !== 'number') return restructureWithNotice(label, at, () => '');
    await restructureWithNotice(label, at.slice(0, -1), (list) => {
      const rest = Array.isArray(list) ? list.toSpliced(index, 1) : [];
      // A message keeps an empty text.
      return rest.length === 0 && at.at(-2) === 'Content' ? '' : rest;
    });
  }

  /** Moves the argument that the problem is about. */
  async function moveArgument({ at, subject }: ProblemView): Promise<void> {
    const place = at.lastIndexOf('Arguments');
    const from = at[place + 1];
    if (place >= 0 && typeof from === 'number' && subject?.kind === 'order')
      await moveItem(at.slice(0, place + 1), from, subject.to);
  }

  /** Makes the argument optional whose default the problem is about. */
  async function makeOptional({ at }: ProblemView): Promise<void> {
    const label = 'Made the argument optional';
    // In a JSON Schema, a list beside the properties names the required ones.
    if (at.at(-1) !== 'default') return restructureWithNotice(label, [...at.slice(0, -1), 'Required'], () => undefined);
    const name = at.at(-2);
    await restructureWithNotice(label, [...at.slice(0, -3), 'required'], (requiredNames) => {
      const rest = Array.isArray(requiredNames) ? requiredNames.filter((value) => value !== name) : [];
      return rest.length === 0 ? undefined : rest;
    });
  }

  function isInOpenText({ file, at }: ProblemView): boolean {
    const view = openView(get(), file);
    return get().editorView === 'yaml' && view !== undefined && isWithin(view.at, at);
  }

  return {
    async fixProblem(problem, { kind, name }, chosenFile) {
      // The text of a whole file shows the change; an argument belongs to the open prompt or tool.
      if (kind === 'add-argument' || !isInOpenText(problem)) goTo(problem.file, problem.at);
      await inTurn(async () => {});
      if (!openView(get(), problem.file)) return;
      switch (kind) {
        case 'rename-key':
          return renameKey(problem, name);
        case 'remove-key':
          return restructureWithNotice(`Removed ${name}`, problem.at, () => undefined);
        case 'use-name':
          editAsStep(problem.at, name);
          await flush();
          return;
        case 'fill-slot':
          if (problem.subject?.kind === 'slot') await fillSlots(problem, problem.subject.name, name);
          return;
        case 'add-argument':
          return addArguments([name]);
        case 'remove-argument':
          return removeArgument(Number(problem.at.at(-1)), problem.at.slice(0, -1));
        case 'keep-text':
          return keepSlot(problem, name);
        case 'remove-block':
          return removeBlock(problem);
        case 'move-argument':
          return moveArgument(problem);
        case 'make-optional':
          return makeOptional(problem);
        case 'choose-file':
          if (chosenFile) await setBlockFile(problem.at.slice(0, -1), chosenFile);
      }
    },
  };
}

/** The slots of a name in a template, or in the URI of a resource: with a backtick or a brace on both sides. */
function findSlots(name: string, text: unknown, { at }: ProblemView): readonly { start: number; end: number }[] {
  if (typeof text !== 'string') return [];
  const { parts } = at.at(-1) === 'Uri' ? parseUriTemplate(text) : parseTemplate(text);
  return parts.flatMap((part) => (part.kind === 'slot' && 'name' in part && part.name === name ? [part] : []));
}
