/**
 * Steps that change files of other programs: connections of client applications, and skills that are installed for them. They
 * are steps of undo while this workbench runs. After a restart, Ctrl+Z never changes what a client has used since; the
 * dialogs do.
 */
import type { Connections } from '../../../clients/connect/connections.ts';
import { Plans } from '../../../clients/records/plans.ts';
import type { SkillInstalls } from '../../../clients/skills/skill-installs.ts';
import type { Handlers, Input, Output } from '../../../contract/contract.ts';

export interface OutsideStep {
  /** The id of its record. */
  readonly id: string;
  /** What it did: `Connected Zed to Docs`. */
  readonly label: string;
  /** The same after "Undo": `connection of Zed to Docs`. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly when: number;
  readonly undoneAt?: number;
  /** @throws WorkbenchError if it cannot be undone any more */
  undo(): Promise<unknown>;
  /** Does it again, as another step. @returns a sentence if that is refused */
  redo(): Promise<string | undefined>;
}

export interface OutsideSteps {
  readonly handlers: Pick<
    Handlers,
    'connect.apply' | 'connect.undo' | 'skills.plan' | 'skills.planRemoval' | 'skills.apply' | 'skills.undo'
  >;
  /** Oldest first. */
  all(): readonly OutsideStep[];
  /** Forgets a step that cannot be undone or redone, so that the previous one comes next. */
  drop(id: string): void;
}

type SkillRequest =
  | { readonly kind: 'install'; readonly target: Input<'skills.plan'> }
  | { readonly kind: 'remove'; readonly target: Input<'skills.planRemoval'> };

/** A plan of the window, which its step needs for its words and to do it again. */
interface PlannedSkill {
  readonly request: SkillRequest;
  readonly applicationName: string;
}

/** As many as `createSkillInstalls` keeps. */
const maxPlans = 50;

/**
 * @param installs loaded with the first call that needs it
 * @param onChange called when a step was done, undone or forgotten
 */
export function createOutsideSteps(
  connections: Pick<Connections, 'history' | 'undo' | 'again' | 'apply'>,
  installs: () => Promise<Pick<SkillInstalls, 'plan' | 'planRemoval' | 'apply' | 'undo'>>,
  onChange: () => void,
): OutsideSteps {
  let steps: readonly OutsideStep[] = [];
  const plannedSkills = new Plans<PlannedSkill>(maxPlans);

  const change = (next: readonly OutsideStep[]) => {
    steps = next;
    onChange();
  };
  const record = (step: Omit<OutsideStep, 'when'>) => change([...steps, { ...step, when: Date.now() }]);
  const markUndone = (id: string) =>
    change(steps.map((step) => (step.id === id ? { ...step, undoneAt: Date.now() } : step)));

  async function connect(planId: string): Promise<Output<'connect.apply'>> {
    const outcome = await connections.apply(planId);
    const { journalId } = outcome;
    const connection = journalId && (await connections.history()).find((entry) => entry.journalId === journalId);
    if (connection)
      record({
        id: connection.journalId,
        label: `Connected ${connection.clientName} to ${connection.server}`,
        name: `connection of ${connection.clientName} to ${connection.server}`,
        undo: () => disconnect(connection.journalId),
        async redo() {
          const plan = await connections.again(connection.journalId);
          if (plan.kind === 'refused') return plan.message;
          await connect(plan.planId);
          return undefined;
        },
      });
    return outcome;
  }

  async function disconnect(journalId: string): Promise<Output<'connect.undo'>> {
    const answer = await connections.undo(journalId);
    markUndone(journalId);
    return answer;
  }

  async function planSkill(request: SkillRequest): Promise<Output<'skills.plan'>> {
    const skillInstalls = await installs();
    const plan = await (request.kind === 'install'
      ? skillInstalls.plan(request.target)
      : skillInstalls.planRemoval(request.target));
    if (plan.kind === 'refused') return plan;
    plannedSkills.set(plan.planId, { request, applicationName: plan.applicationName });
    return plan;
  }

  async function applySkill(planId: string, discardsChanges = false): Promise<Output<'skills.apply'>> {
    const outcome = await (await installs()).apply(planId, discardsChanges);
    const of = plannedSkills.get(planId);
    if (of && outcome.journalId !== undefined) record({ id: outcome.journalId, ...skillStep(of, outcome.journalId) });
    return outcome;
  }

  function skillStep({ request, applicationName }: PlannedSkill, journalId: string) {
    const what = `the skill ${request.target.skill} for ${applicationName}`;
    const isInstall = request.kind === 'install';
    return {
      label: `${isInstall ? 'Installed' : 'Uninstalled'} ${what}`,
      name: `${isInstall ? 'installation' : 'removal'} of ${what}`,
      undo: () => undoSkill(journalId),
      async redo() {
        const plan = await planSkill(request);
        if (plan.kind === 'refused') return plan.message;
        await applySkill(plan.planId, false);
        return undefined;
      },
    };
  }

  async function undoSkill(journalId: string): Promise<Output<'skills.undo'>> {
    const answer = await (await installs()).undo(journalId);
    markUndone(journalId);
    return answer;
  }

  return {
    handlers: {
      'connect.apply': ({ planId }) => connect(planId),
      'connect.undo': ({ journalId }) => disconnect(journalId),
      'skills.plan': (target) => planSkill({ kind: 'install', target }),
      'skills.planRemoval': (target) => planSkill({ kind: 'remove', target }),
      'skills.apply': ({ planId, discardsChanges }) => applySkill(planId, discardsChanges),
      'skills.undo': ({ journalId }) => undoSkill(journalId),
    },
    all: () => steps,
    drop: (id) => change(steps.filter((step) => step.id !== id)),
  };
}
