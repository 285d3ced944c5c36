/** `skill install`, `uninstall`, `installed` and `undo`: change skills in the folders of client applications. */

import { resolve } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import type { SkillInstalls } from '../../../clients/skills/skill-installs.ts';
import type { SkillPlan } from '../../../contract/contract.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { patchText } from '../connecting/patch-text.ts';

export interface PlaceOptions {
  readonly for: string;
  readonly scope: 'user' | 'project';
  readonly project: string;
  readonly discardChanges?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export interface InstallOptions extends PlaceOptions {
  readonly workspace?: string;
  readonly keep?: boolean;
}

/** Prints what changes in the folder of an application, and unless it is a dry run, writes it. */
export async function installSkills(server: string, names: readonly string[], options: InstallOptions): Promise<void> {
  const { readableWorkspace } = await import('../../readable-workspace.ts');
  const dir = readableWorkspace(options.workspace, server);
  const skills = names.length > 0 ? names : await skillNames(dir, server);
  if (skills.length === 0) {
    const advice = 'add "Skill: true" to the file of a prompt that it lists';
    throw new WorkbenchError('not-found', `${server} has no skill to install: ${advice}.`);
  }
  const installs = await openInstalls(dir);
  const place = { application: options.for, scope: options.scope, projectDir: resolve(options.project) };
  const outcomes = await carryOut(installs, options, skills, (skill) => installs.plan({ ...place, server, skill }));
  if (options.dryRun) return;
  if (options.keep) for (const { folder } of outcomes) await installs.keep(folder, true);
  if (options.json) return;
  const [first] = outcomes;
  if (first && options.keep) print('The open workbench keeps them in step.\n');
}

/** Removes installed skills of any server. */
export async function uninstallSkills(names: readonly string[], options: PlaceOptions): Promise<void> {
  const installs = await openInstalls(workspaceDir(undefined));
  const place = { application: options.for, scope: options.scope, projectDir: resolve(options.project) };
  await carryOut(installs, options, names, (skill) => installs.planRemoval({ ...place, skill }));
}

const stateWords = {
  current: 'up to date',
  outdated: 'outdated',
  changed: 'changed outside',
  incomplete: 'incomplete',
  orphan: 'no longer a skill',
  unknown: 'of another workspace',
  broken: 'broken',
} as const;

export interface ListOptions {
  readonly project: string;
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Prints every installed skill with its state. */
export async function listInstalledSkills(options: ListOptions): Promise<void> {
  const installs = await openInstalls(workspaceDir(options.workspace));
  for (const sentence of await installs.damage()) printError(`warning: ${sentence}\n`);
  const installedSkills = await installs.list(resolve(options.project));
  if (options.json) return printJson(installedSkills);
  if (installedSkills.length === 0) print('No skill is installed.\n');
  for (const { skill, server, folder, readBy, state, message, isKept, journalId } of installedSkills) {
    print(`${onOneLine(skill)}  ${stateWords[state]}${isKept ? ', kept in step' : ''}\n`);
    print(`  of ${onOneLine(server)}, read by ${readBy.join(', ')}\n  ${onOneLine(folder)}\n`);
    if (state !== 'current') print(`  ${message}\n`);
    if (journalId !== undefined) print(`  To undo: prompt-workbench skill undo ${journalId}\n`);
  }
}

export async function undoSkill(id: string): Promise<void> {
  const installs = await openInstalls(workspaceDir(undefined));
  const { folder, message } = await installs.undo(id);
  print(`${folder}: ${message}\n`);
}

/** All plans first, then all changes: a refusal leaves everything as it is. */
async function carryOut(
  installs: SkillInstalls,
  { dryRun, discardChanges, json }: PlaceOptions,
  skills: readonly string[],
  plan: (skill: string) => Promise<SkillPlan>,
): Promise<{ folder: string; journalId?: string }[]> {
  const plans = await Promise.all(skills.map(plan));
  for (const plan of plans) if (plan.kind === 'refused') throw new WorkbenchError('refused', plan.message);
  const readyPlans = plans.filter((plan) => plan.kind === 'ready');
  if (!json) for (const readyPlan of readyPlans) printPlan(readyPlan, discardChanges);
  if (dryRun) {
    if (json) printJson(readyPlans);
    else printError('Nothing was written.\n');
    return [];
  }
  const outcomes: { folder: string; journalId?: string }[] = [];
  for (const { planId, change } of readyPlans) {
    const outcome = await installs.apply(planId, discardChanges ?? false);
    outcomes.push(outcome);
    if (json || outcome.journalId === undefined) continue;
    print(`${change === 'remove' ? 'Removed' : 'Written'}: ${outcome.folder}\n`);
    print(`To undo: prompt-workbench skill undo ${outcome.journalId}\n`);
  }
  if (json) printJson(readyPlans.map((readyPlan, index) => ({ ...readyPlan, ...outcomes[index] })));
  return outcomes;
}

function printPlan(
  { change, folder, files, notes, drifted }: Extract<SkillPlan, { kind: 'ready' }>,
  discardsChanges = false,
): void {
  if (change === 'none') print(`${folder} is up to date.\n`);
  for (const file of files) {
    const path = `${folder}/${file.path}`;
    const isText = file.before !== undefined || file.after !== undefined;
    if (isText) print(patchOf(path, file));
    else print(`${path}: ${file.change}, ${file.bytes} bytes\n`);
  }
  for (const note of notes) printError(`Note: ${note}\n`);
  if (drifted.length > 0 && !discardsChanges)
    printError(
      `Note: changed after the installation, and replaced only with --discard-changes: ${drifted.join(', ')}\n`,
    );
}

function patchOf(path: string, { before, after }: { before?: string; after?: string }): string {
  const name = (text: string | undefined) => (text === undefined ? undefined : path);
  return patchText({ oldName: name(before), newName: name(after), before: before ?? '', after: after ?? '' });
}

async function skillNames(dir: string, server: string): Promise<readonly string[]> {
  const { offeredSkills } = await import('./offered-skills.ts');
  return (await offeredSkills(dir, server)).map(({ name }) => name);
}

async function openInstalls(dir: string): Promise<SkillInstalls> {
  const [{ createSkillInstalls }, { offeredSkills }] = await Promise.all([
    import('../../../clients/skills/skill-installs.ts'),
    import('./offered-skills.ts'),
  ]);
  return createSkillInstalls({
    stateDir: stateDir(),
    workspaceDir: resolve(dir),
    skillsOf: (server) => offeredSkills(dir, server),
  });
}
