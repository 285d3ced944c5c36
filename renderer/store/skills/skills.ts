/** The skills of a server in the dialog: what models read, and the folders where they are installed. Loaded when it opens. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isSameData } from '../../../src/base/json.ts';
import type { InstalledSkill, Output, SkillPlan, SkillView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { recordStep } from '../definition/next-steps.ts';
import { requireSaved } from '../definition/require-saved.ts';

export type SkillReader = Output<'skills.readers'>[number];
export type ReadySkillPlan = Extract<SkillPlan, { kind: 'ready' }>;

export interface SkillTarget {
  readonly server: string;
  /** Undefined while the server has none. */
  readonly skill: string | undefined;
  readonly application: string;
  readonly scope: 'user' | 'project';
  readonly projectDir: string;
}

export type SkillStage =
  /** A project folder has yet to be chosen, or there is no skill. */
  | { readonly kind: 'choosing' }
  | { readonly kind: 'planning' }
  | { readonly kind: 'planned'; readonly plan: SkillPlan }
  | { readonly kind: 'applying'; readonly plan: ReadySkillPlan }
  | { readonly kind: 'applied'; readonly plan: ReadySkillPlan; readonly journalId: string | undefined }
  | { readonly kind: 'undone'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface SkillsState {
  readonly target: SkillTarget;
  /** Undefined until they are read. */
  readonly list: readonly SkillView[] | undefined;
  readonly readers: readonly SkillReader[];
  readonly installedSkills: readonly InstalledSkill[];
  readonly suggestions: readonly string[];
  readonly stage: SkillStage;
}

export interface Skills {
  readonly state: StoreApi<SkillsState>;
  /** Reads everything for a server, and plans. @param wantedSkill the MCP name of the prompt, or the name of the skill, to show */
  open(server: string, wantedSkill: string | undefined): Promise<void>;
  /** Reads again what other programs change, and plans again if skills or installed copies have changed. */
  refresh(): Promise<void>;
  /** Changes the target and plans again. */
  choose(part: Partial<SkillTarget>): Promise<void>;
  /** Plans to uninstall an installed skill. */
  planRemoval(skill: InstalledSkill): Promise<void>;
  /** Writes the shown plan. @param discardsChanges also over files that were changed after they were installed */
  apply(discardsChanges: boolean): Promise<void>;
  undo(journalId: string): Promise<void>;
  /** Chooses whether the open workbench keeps an installed skill in step. */
  keep(folder: string, isKept: boolean): Promise<void>;
}

const noTarget: SkillTarget = {
  server: '',
  skill: undefined,
  application: 'claude-code',
  scope: 'project',
  projectDir: '',
};

interface SkillsDependencies {
  readonly context: StoreContext;
  readonly flush: () => Promise<boolean>;
}

export function createSkills({ context, flush }: SkillsDependencies): Skills {
  const { host, settings, orNotice } = context;
  const state = createStore<SkillsState>()(() => ({
    target: noTarget,
    list: undefined,
    readers: [],
    installedSkills: [],
    suggestions: [],
    stage: { kind: 'choosing' },
  }));
  const get = state.getState;
  /** Installations are steps of undo, as changes of files are. */
  const stepMade = () => context.set(recordStep(context.get()));
  let newestRequest = 0;
  /** Asks for the shown plan. */
  let askForPlan: () => Promise<SkillPlan> = () => Promise.reject(new Error('Nothing is planned.'));

  /** Shows the result of a call, unless a later one was made meanwhile. */
  async function stageOf(before: SkillStage, call: () => Promise<SkillStage>): Promise<void> {
    const number = ++newestRequest;
    state.setState({ stage: before });
    const stage = await call().catch((error: unknown): SkillStage => ({ kind: 'failed', message: sentence(error) }));
    if (number === newestRequest) state.setState({ stage });
  }

  async function plan(): Promise<void> {
    const { server, skill, application, scope, projectDir } = get().target;
    if (skill === undefined || (scope === 'project' && projectDir.trim() === '')) {
      newestRequest++;
      return state.setState({ stage: { kind: 'choosing' } });
    }
    const place = scope === 'project' ? { projectDir: projectDir.trim() } : {};
    await showPlan(async () => {
      await requireSaved(flush);
      return host.call('skills.plan', { server, skill, application, scope, ...place });
    });
  }

  async function showPlan(ask: typeof askForPlan): Promise<void> {
    askForPlan = ask;
    await stageOf({ kind: 'planning' }, async () => ({ kind: 'planned', plan: await ask() }));
  }

  async function refresh(): Promise<void> {
    const { target, stage, list: shownList } = get();
    if (shownList === undefined || stage.kind === 'planning' || stage.kind === 'applying') return;
    const dir = target.projectDir.trim();
    // The window says that the connection is lost; the next refresh comes soon.
    const [list, installedSkills] = await Promise.all([
      host.call('skills.list', { server: target.server }).catch(() => undefined),
      host.call('skills.installed', dir === '' ? {} : { projectDir: dir }).catch(() => undefined),
    ]);
    const before = get();
    if (!list || !installedSkills || before.target !== target || before.stage !== stage) return;
    if (isSameData(list, before.list) && isSameData(installedSkills, before.installedSkills)) return;
    state.setState({ list, installedSkills });
    const shownSkill = list.find(({ name }) => name === target.skill) ?? list[0];
    if (shownSkill?.name !== target.skill) {
      state.setState({ target: { ...target, skill: shownSkill?.name } });
      return plan();
    }
    if (stage.kind !== 'planned') return;
    const newPlan = await askForPlan().catch(() => undefined);
    if (newPlan && get().stage === stage) state.setState({ stage: { kind: 'planned', plan: newPlan } });
  }

  async function readPlaces(): Promise<void> {
    const projectDir = get().target.projectDir.trim();
    const place = projectDir === '' ? {} : { projectDir };
    const [readers, installedSkills, suggestions] = await Promise.all([
      orNotice(host.call('skills.readers', place)),
      orNotice(host.call('skills.installed', place)),
      host.call('folders.suggest', { prefix: projectDir }).catch(() => []),
    ]);
    if (get().target.projectDir.trim() !== projectDir) return;
    const knownProjects = projectDir === '' ? [...new Set([...settings.read().projects, ...suggestions])] : suggestions;
    state.setState({
      suggestions: knownProjects,
      ...(readers && { readers }),
      ...(installedSkills && { installedSkills }),
    });
  }

  async function readList(): Promise<readonly SkillView[]> {
    const list = (await orNotice(host.call('skills.list', { server: get().target.server }))) ?? [];
    state.setState({ list });
    return list;
  }

  return {
    state,
    async open(server, wantedSkill) {
      const projectDir = settings.read().projects[0] ?? '';
      state.setState({
        target: { ...get().target, server, skill: undefined, projectDir },
        list: undefined,
        stage: { kind: 'choosing' },
      });
      // The plan says so if this fails.
      await flush();
      const list = await readList();
      const shownSkill =
        list.find((skill) => skill.prompt === wantedSkill) ?? list.find(({ name }) => name === wantedSkill) ?? list[0];
      state.setState({ target: { ...get().target, skill: shownSkill?.name } });
      await Promise.all([plan(), readPlaces()]);
    },
    async choose(part) {
      const before = get().target;
      state.setState({ target: { ...before, ...part } });
      await Promise.all([plan(), part.projectDir === undefined ? undefined : readPlaces()]);
    },
    refresh,
    planRemoval: ({ skill, application, scope, projectDir }) =>
      showPlan(() =>
        host.call('skills.planRemoval', {
          skill,
          application,
          scope,
          ...(projectDir !== undefined && { projectDir }),
        }),
      ),
    async apply(discardsChanges) {
      const { stage, target } = get();
      if (stage.kind !== 'planned' || stage.plan.kind !== 'ready') return;
      const { plan: ready } = stage;
      await stageOf({ kind: 'applying', plan: ready }, async () => {
        const { journalId } = await host.call('skills.apply', { planId: ready.planId, discardsChanges });
        stepMade();
        return { kind: 'applied', plan: ready, journalId };
      });
      const dir = target.projectDir.trim();
      if (ready.scope === 'project' && dir !== '')
        settings.change({
          projects: [dir, ...settings.read().projects.filter((project) => project !== dir)].slice(0, 8),
        });
      await readPlaces();
    },
    async undo(journalId) {
      await stageOf(get().stage, async () => {
        const { folder, message } = await host.call('skills.undo', { journalId });
        stepMade();
        return { kind: 'undone', message: `${folder}: ${message}` };
      });
      await readPlaces();
    },
    async keep(folder, isKept) {
      await orNotice(host.call('skills.keep', { folder, isKept }));
      inBackground(readPlaces());
    },
  };
}
