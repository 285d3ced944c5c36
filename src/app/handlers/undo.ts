/** Undo and redo, with one order for changes of files and steps outside the workspace. */
import { sentence, WorkbenchError } from '../../base/errors.ts';
import type { FileChange, Handlers, Location, NextStep, Output } from '../../contract/contract.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import type { History } from '../../library/history/history.ts';
import { stepName } from '../../library/history/undo/step-name.ts';
import type { OrderedStep } from '../../library/history/undo/undo-steps.ts';
import type { OutsideStep, OutsideSteps } from './programs/outside-steps.ts';

type Direction = 'undo' | 'redo';
type StepResult = Output<'history.step'>;

/** One step: a change of files, or of what another program reads. */
type Step = { readonly undoneAt?: number } & (
  | (OrderedStep & { readonly kind: 'files' })
  | (OutsideStep & { readonly kind: 'outside' })
);

/** Steps without effect that one call skips. */
const maxSkipped = 1_000;

export function undoHandlers(
  history: Pick<History, 'order' | 'take'>,
  outsideSteps: Pick<OutsideSteps, 'all' | 'drop'>,
): Pick<Handlers, 'history.next' | 'history.step'> {
  /** The steps that can be taken in a direction; the last is the next. */
  async function stepsOf(direction: Direction): Promise<{ steps: readonly Step[]; failureMessage?: string }> {
    const { doneSteps, undoneSteps, failureMessage } = await history.order();
    const newestTime = Math.max(
      doneSteps.at(-1)?.when ?? 0,
      ...outsideSteps
        .all()
        .filter(({ undoneAt }) => undoneAt === undefined)
        .map(({ when }) => when),
    );
    const isNext = ({ undoneAt }: { readonly undoneAt?: number }) =>
      direction === 'undo' ? undoneAt === undefined : undoneAt !== undefined && undoneAt > newestTime;
    const files: readonly (OrderedStep & { readonly undoneAt?: number })[] =
      direction === 'undo' ? doneSteps : undoneSteps;
    const steps: readonly Step[] = [
      ...files.map((step) => ({ ...step, kind: 'files' as const })),
      ...outsideSteps.all().map((step) => ({ ...step, kind: 'outside' as const })),
    ];
    const inOrder = steps.filter(isNext).sort((a, b) => (a.undoneAt ?? a.when) - (b.undoneAt ?? b.when));
    return { steps: inOrder, ...(failureMessage === undefined ? {} : { failureMessage }) };
  }

  async function take(step: Step, direction: Direction): Promise<StepResult | undefined> {
    if (step.kind === 'outside') return await takeOutside(step, direction);
    const result = await history.take(step, direction);
    if (result.kind === 'skipped') return undefined;
    if (result.kind === 'refused') return result;
    const { isMerged, changes } = result;
    const place = placeAfter(step, changes);
    return {
      kind: 'done',
      step: viewOf(step),
      changes: [...changes],
      isMerged,
      ...(place && { location: place }),
      isArrangement: step.origin === 'structure',
    };
  }

  async function takeOutside(step: OutsideStep & Step, direction: Direction): Promise<StepResult> {
    try {
      if (direction === 'undo') await step.undo();
      else {
        outsideSteps.drop(step.id);
        const message = await step.redo();
        if (message !== undefined) return { kind: 'refused', message };
      }
    } catch (error) {
      // The previous step comes next.
      outsideSteps.drop(step.id);
      if (error instanceof WorkbenchError) return { kind: 'refused', message: sentence(error) };
      throw error;
    }
    return { kind: 'done', step: viewOf(step), changes: [], isMerged: false, isArrangement: false };
  }

  return {
    async 'history.next'() {
      const [undo, redo] = await Promise.all([stepsOf('undo'), stepsOf('redo')]);
      const [nextUndo, nextRedo] = [undo.steps.at(-1), redo.steps.at(-1)];
      const failureMessage = undo.failureMessage ?? redo.failureMessage;
      return {
        ...(nextUndo && { undo: viewOf(nextUndo) }),
        ...(nextRedo && { redo: viewOf(nextRedo) }),
        ...(failureMessage === undefined ? {} : { failureMessage }),
      };
    },
    async 'history.step'({ direction, id }) {
      for (let skippedCount = 0; skippedCount < maxSkipped; skippedCount++) {
        const { steps } = await stepsOf(direction);
        const step = steps.at(-1);
        if (!step) break;
        if (id !== undefined && viewOf(step).id !== id) {
          const message = `Can't ${direction} this any more: something else has changed since. Use Recently deleted or History instead.`;
          return { kind: 'refused', message };
        }
        const result = await take(step, direction);
        if (result) return result;
      }
      return { kind: 'nothing' };
    },
  };
}

function viewOf(step: Step): NextStep {
  if (step.kind === 'outside') return { id: step.id, label: step.label, name: step.name };
  const { key, origin, summary, changedPart, file, together } = step;
  const isTyped = origin === 'form' || origin === 'source';
  const label = (isTyped ? changedPart?.change : undefined) ?? summary;
  const name = stepName(label);
  const kind = parseDefinitionPath(file)?.kind;
  if (together || !changedPart) return { id: key, label, name };
  const place = { file, at: [...changedPart.at] };
  if (!kind || name.includes(changedPart.name)) return { id: key, label, name, changedPlace: place };
  return {
    id: key,
    label,
    name: `${name} in the ${entryKind(changedPart.at) ?? kind} ${changedPart.name}`,
    changedPlace: place,
  };
}

/** The kind of an inline definition in a server's file. */
function entryKind([list]: readonly unknown[]): 'prompt' | 'tool' | undefined {
  return list === 'Tools' ? 'tool' : list === 'MCPPrompts' ? 'prompt' : undefined;
}

/** The definition that shows the result of a step: of several files, the prompt or tool before its servers. */
function placeAfter({ file, changedPart }: OrderedStep, changes: readonly FileChange[]): Location | undefined {
  const isThere = changes.filter(({ after }) => after !== null).map((change) => change.file);
  if (changes.length === 1 && isThere.includes(file)) return { file, at: [...(changedPart?.at ?? [])] };
  const bestFile = isThere.find((candidate) => parseDefinitionPath(candidate)?.kind !== 'server') ?? isThere[0];
  return bestFile === undefined ? undefined : { file: bestFile, at: [] };
}
