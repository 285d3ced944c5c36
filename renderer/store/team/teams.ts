/** The team servers that a person has added. Loaded when they are first shown. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { WorkbenchError } from '../../../src/base/errors.ts';
import type { Input, Output, TeamPage, TeamServerView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';

/** What the chosen team server serves. */
export type TeamReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly page?: TeamPage | undefined }
  | { readonly kind: 'ready'; readonly page: TeamPage }
  | { readonly kind: 'failed'; readonly message: string };

export interface TeamsState {
  /** Undefined until they are read. */
  readonly list: readonly TeamServerView[] | undefined;
  readonly chosenId: string | undefined;
  readonly reading: TeamReading;
  /** What a person has to know of the last press. */
  readonly notice?: string | undefined;
}

export interface Teams {
  readonly state: StoreApi<TeamsState>;
  /** Reads the list, and what the chosen team server serves. */
  open(): Promise<void>;
  /** Reads the list again, which other programs change, and what is served if that concerns the chosen team server. */
  follow(): Promise<void>;
  choose(id: string): Promise<void>;
  /** Reads again what the chosen team server serves. */
  refresh(): Promise<void>;
  /** Adds a team server and chooses it. @throws WorkbenchError */
  add(teamServer: Input<'team.add'>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Prepares a login. @returns the page where the person logs in; undefined after a failure, which is the notice */
  logIn(id: string): Promise<string | undefined>;
  cancelLogIn(id: string): Promise<void>;
  logOut(id: string): Promise<void>;
  /** The team servers that answer without another login. @throws WorkbenchError */
  listReady(): Promise<readonly TeamServerView[]>;
  /** Undefined if the team server has no such server, or does not show it. @throws WorkbenchError */
  readUsage(question: Input<'team.usage'>): Promise<Output<'team.usage'> | undefined>;
}

export function createTeams({ host }: StoreContext): Teams {
  const state = createStore<TeamsState>()(() => ({ list: undefined, chosenId: undefined, reading: { kind: 'none' } }));
  const get = state.getState;
  let newestRequest = 0;
  let newestList = 0;
  let currentList: Promise<void> = Promise.resolve();

  /** A read overtaken by a newer one resolves with it. */
  function readList(): Promise<void> {
    currentList = takeList(++newestList);
    return currentList;
  }

  async function takeList(number: number): Promise<void> {
    const list = await host.call('team.list', {});
    if (number !== newestList) return currentList;
    const server = list.find(({ id }) => id === get().chosenId) ?? list[0];
    state.setState({ list, chosenId: server?.id });
  }

  const chosenServer = () => get().list?.find(({ id }) => id === get().chosenId);

  async function read(): Promise<void> {
    const number = ++newestRequest;
    const server = chosenServer();
    if (!server || server.login.kind === 'none' || server.login.kind === 'waiting')
      return state.setState({ reading: { kind: 'none' } });
    const before = get().reading;
    state.setState({ reading: { kind: 'reading', page: before.kind === 'ready' ? before.page : undefined } });
    const result = await host.call('team.read', { id: server.id }).then(
      (page): TeamReading => ({ kind: 'ready', page }),
      (error: unknown): TeamReading => ({ kind: 'failed', message: sentence(error) }),
    );
    if (number !== newestRequest) return;
    state.setState({ reading: result });
    // A login may have ended meanwhile, or turn out to be unnecessary.
    await readList();
    // Another window or the command line may have removed it.
    if (number === newestRequest && chosenServer()?.id !== server.id) await read();
  }

  /** Shows the failure of a press, and what has changed all the same. */
  async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
    state.setState({ notice: undefined });
    try {
      return await call;
    } catch (error) {
      state.setState({ notice: sentence(error) });
      return undefined;
    } finally {
      await readList().catch(() => undefined);
    }
  }

  async function forget(): Promise<void> {
    newestRequest++;
    state.setState({ reading: { kind: 'none' } });
  }

  host.on('team.changed', () => {
    if (get().list !== undefined) inBackground(readList().then(read));
  });

  return {
    state,
    async open() {
      state.setState({ notice: undefined });
      await readList().catch((error: unknown) => state.setState({ notice: sentence(error) }));
      await read();
    },
    async follow() {
      const before = chosenServer();
      await readList().catch(() => undefined);
      const now = chosenServer();
      if (now?.id !== before?.id || now?.login.kind !== before?.login.kind) await read();
    },
    async choose(id) {
      state.setState({ chosenId: id, reading: { kind: 'none' }, notice: undefined });
      await read();
    },
    refresh: read,
    async add(input) {
      const { id } = await host.call('team.add', input);
      state.setState({ chosenId: id, reading: { kind: 'none' }, notice: undefined });
      await readList();
    },
    async remove(id) {
      await forget();
      await attempt(host.call('team.remove', { id }));
      await read();
    },
    async logIn(id) {
      return (await attempt(host.call('team.logIn', { id })))?.url;
    },
    async cancelLogIn(id) {
      await attempt(host.call('team.cancelLogIn', { id }));
    },
    async logOut(id) {
      await forget();
      const answer = await attempt(host.call('team.logOut', { id }));
      if (answer?.message !== undefined) state.setState({ notice: answer.message });
    },
    async listReady() {
      const list = await host.call('team.list', {});
      return list.filter(({ login }) => login.kind === 'done' || login.kind === 'open');
    },
    readUsage: (question) =>
      host.call('team.usage', question).catch((error: unknown) => {
        if (error instanceof WorkbenchError && error.code === 'not-found') return undefined;
        throw error;
      }),
  };
}
