import { type StoreContext, sentence } from './context.ts';
import { selectServer, selectServers } from './selectors.ts';
import type { ConnectStage, ConnectState } from './state.ts';

/** Connecting Claude Code: choose a project, see the exact change, apply it, take it back. */
export interface ConnectActions {
  openConnect(): Promise<void>;
  closeConnect(): void;
  chooseConnectServer(server: string): void;
  setProjectDir(dir: string): void;
  applyConnect(): Promise<void>;
  undoConnect(journalId: string): Promise<void>;
}

/** From the last key in the folder field to the plan, in milliseconds. */
const burst = 250;

export function createConnectActions({ host, settings, get, set }: StoreContext): ConnectActions {
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(part: Partial<Extract<ConnectState, { status: 'open' }>>): void {
    const { connect } = get();
    if (connect.status === 'open') set({ connect: { ...connect, ...part } });
  }

  /** Whatever plan is on its way comes too late. */
  function dropPlan(): void {
    clearTimeout(timer);
    newest++;
  }

  async function plan(): Promise<void> {
    dropPlan();
    const number = newest;
    const { connect } = get();
    if (connect.status !== 'open') return;
    const { server, projectDir } = connect;
    if (projectDir.trim() === '') return change({ stage: { kind: 'choosing' } });
    const stage = await host
      .call('connect.plan', { server, application: 'claude-code', scope: 'project', projectDir })
      .then(
        (made): ConnectStage => ({ kind: 'planned', plan: made }),
        (error: unknown): ConnectStage => ({ kind: 'failed', message: sentence(error) }),
      );
    if (number === newest) change({ stage });
  }

  async function suggest(prefix: string): Promise<void> {
    const suggestions = await host.call('folders.suggest', { prefix }).catch(() => []);
    const { connect } = get();
    if (connect.status === 'open' && connect.projectDir === prefix) {
      change({
        suggestions: prefix === '' ? [...new Set([...settings.read().projects, ...suggestions])] : suggestions,
      });
    }
  }

  async function readHistory(): Promise<void> {
    change({ history: await host.call('connect.history', {}).catch(() => []) });
  }

  return {
    async openConnect() {
      const state = get();
      const server = selectServer(state) ?? selectServers(state)[0];
      const [projectDir = ''] = settings.read().projects;
      set({
        connect: {
          status: 'open',
          server: server?.name ?? '',
          projectDir,
          suggestions: [],
          stage: { kind: 'choosing' },
          history: [],
        },
      });
      await Promise.all([suggest(projectDir), plan(), readHistory()]);
    },

    closeConnect() {
      dropPlan();
      set({ connect: { status: 'closed' } });
    },

    chooseConnectServer(server) {
      change({ server, stage: { kind: 'planning' } });
      void plan();
    },

    setProjectDir(projectDir) {
      dropPlan();
      change({ projectDir, stage: projectDir.trim() === '' ? { kind: 'choosing' } : { kind: 'planning' } });
      timer = setTimeout(() => void plan(), burst);
      void suggest(projectDir);
    },

    async applyConnect() {
      const { connect } = get();
      if (connect.status !== 'open' || connect.stage.kind !== 'planned' || connect.stage.plan.kind !== 'ready') return;
      const { plan: ready } = connect.stage;
      dropPlan();
      change({ stage: { kind: 'applying', plan: ready } });
      try {
        const outcome = await host.call('connect.apply', { planId: ready.planId });
        change({ stage: { kind: 'applied', plan: ready, outcome } });
        const projects = [connect.projectDir, ...settings.read().projects.filter((dir) => dir !== connect.projectDir)];
        settings.change({ projects: projects.slice(0, 8) });
      } catch (error) {
        change({ stage: { kind: 'failed', message: sentence(error) } });
      }
      await readHistory();
    },

    async undoConnect(journalId) {
      dropPlan();
      try {
        const { message } = await host.call('connect.undo', { journalId });
        change({ stage: { kind: 'undone', message } });
      } catch (error) {
        change({ stage: { kind: 'failed', message: sentence(error) } });
      }
      await readHistory();
    },
  };
}
