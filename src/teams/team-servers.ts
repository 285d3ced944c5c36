/** The team servers that a person has added: what they serve, and the logins to them. */
import type * as z from 'zod';
import { sentence, WorkbenchError } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import type { Input, Output } from '../contract/contract.ts';
import { teamPage, teamUsage } from '../contract/shapes/team.ts';
import type { SecretStore } from '../state/secrets.ts';
import { hostOf, RefusedRequest, readPage } from './ask.ts';
import { renewLogin, revokeLogin, type StartedLogin, startLogin } from './log-in.ts';
import { type Login, openLogins } from './logins.ts';
import {
  addRecord,
  findRecord,
  readRecords,
  recordAccess,
  removeRecord,
  type TeamRecord,
  teamAddress,
} from './records.ts';

type TeamServer = Output<'team.list'>[number];

export interface TeamServers {
  list(): Promise<TeamServer[]>;
  /** Asks the address, and remembers it if it is a team server. @throws WorkbenchError */
  add(entry: Input<'team.add'>): Promise<TeamServer>;
  /** Removes it with its login. @throws WorkbenchError `not-found` */
  remove(id: string): Promise<void>;
  /** @throws WorkbenchError `refused` without a valid login, `unavailable` */
  read(id: string): Promise<Output<'team.read'>>;
  usage(question: Input<'team.usage'>): Promise<Output<'team.usage'>>;
  /**
   * Prepares a login. The person logs in at the address; `onChange` follows.
   * @throws WorkbenchError `unavailable`, `refused`
   */
  logIn(id: string): Promise<{ readonly url: string; readonly outcome: Promise<void> }>;
  cancelLogIn(id: string): void;
  /** @returns a sentence if the issuer did not confirm the logout */
  logOut(id: string): Promise<string | undefined>;
  /** The address of a server for client applications, and a token to prove it; no token where none is needed. */
  reach(id: string, server: string): Promise<TeamReach>;
  close(): void;
}

/** As `RemoteReach` of a connection. */
interface TeamReach {
  readonly kind: 'remote';
  readonly url: string;
  readonly token: string | undefined;
  readonly team: { readonly id: string; readonly name: string };
}

export interface TeamServersOptions {
  readonly stateDir: string;
  readonly secrets: SecretStore;
  /** Called when a login ends. */
  readonly onChange?: () => void;
}

/** A token that expires within this time is renewed first. */
const marginMs = 30_000;

/** Why a login was deleted. */
const expirySentence = (name: string) => `Your login to ${name} is no longer valid: log in again.`;

export function createTeamServers({ stateDir, secrets, onChange = () => undefined }: TeamServersOptions): TeamServers {
  const logins = openLogins(secrets);
  const startedLogins = new Map<string, StartedLogin>();
  /** Why the last login failed, by team server. */
  const failures = new Map<string, string>();
  const renewals = new Map<string, Promise<Login>>();

  async function view(record: TeamRecord): Promise<TeamServer> {
    const { isOpen: _, ...rest } = record;
    return { ...rest, login: await loginState(record) };
  }

  async function loginState({ id, name, isOpen }: TeamRecord): Promise<TeamServer['login']> {
    const startedLogin = startedLogins.get(id);
    if (startedLogin) return { kind: 'waiting', url: startedLogin.url };
    const failure = failures.get(id);
    if (failure !== undefined) return { kind: 'failed', message: failure };
    if (await logins.read(id)) return { kind: 'done' };
    if (await logins.isLocked(id))
      return {
        kind: 'failed',
        message: `Only the desktop app can read your login to ${name}: open it, or log in here.`,
      };
    return { kind: isOpen ? 'open' : 'none' };
  }

  /** Renews a login once at a time, because a refresh token may be valid only once. */
  function renew(record: TeamRecord, login: Login): Promise<Login> {
    const runningRenewal = renewals.get(record.id);
    if (runningRenewal) return runningRenewal;
    const renewal = renewOnce(record, login).finally(() => renewals.delete(record.id));
    renewals.set(record.id, renewal);
    return renewal;
  }

  async function renewOnce({ id, name }: TeamRecord, login: Login): Promise<Login> {
    const renewal = await renewLogin(login);
    if (renewal) {
      await logins.write(id, renewal);
      return renewal;
    }
    // Another program of this account may have renewed it.
    const now = await logins.read(id);
    if (now && now.login.accessToken !== login.accessToken) return now.login;
    await logins.remove(id);
    failures.set(id, expirySentence(name));
    onChange();
    throw new WorkbenchError('refused', expirySentence(name));
  }

  /** A token that is valid by its own time; undefined without a login. */
  async function tokenOf(record: TeamRecord): Promise<{ login: Login; canRenew: boolean } | undefined> {
    const login = await logins.read(record.id);
    if (!login) return undefined;
    const { expiresAtMs = Number.POSITIVE_INFINITY } = login.login;
    if (expiresAtMs - marginMs > Date.now()) return login;
    assertRenewable(record, login.canRenew);
    return { ...login, login: await renew(record, login.login) };
  }

  /** Reads a page with the login, which is renewed once if the team server refuses it. */
  async function ask<S extends z.ZodType>(record: TeamRecord, path: string, schema: S): Promise<z.output<S>> {
    const { address, name, id } = record;
    const token = await tokenOf(record);
    try {
      const page = await readPage(address, path, token?.login.accessToken, schema).catch(async (error: unknown) => {
        if (!token || !(error instanceof RefusedRequest) || error.status !== 401) throw error;
        assertRenewable(record, token.canRenew);
        const { accessToken } = await renew(record, token.login);
        return readPage(address, path, accessToken, schema);
      });
      await recordAccess(stateDir, id, !token);
      return page;
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      if (error.status === 401 && !token) {
        await recordAccess(stateDir, id, false);
        throw new WorkbenchError('refused', `${name} needs a login: log in.`);
      }
      if (error.status === 401) {
        failures.set(id, expirySentence(name));
        throw new WorkbenchError(
          'refused',
          `${name} refuses your login (${withoutFullStop(error.message)}): log in again.`,
        );
      }
      throw new WorkbenchError(error.status === 404 ? 'not-found' : 'unavailable', error.message);
    }
  }

  function assertRenewable({ name }: TeamRecord, canRenew: boolean): void {
    if (canRenew) return;
    throw new WorkbenchError(
      'refused',
      `The desktop app keeps your login to ${name}, and has to renew it: open it once.`,
    );
  }

  return {
    list: async () => Promise.all((await readRecords(stateDir)).map(view)),

    async add({ address: writtenAddress, name, clientId }) {
      const address = teamAddress(writtenAddress);
      const isOpen = await readPage(address, '/servers', undefined, teamPage).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RefusedRequest && error.status === 401) return false;
          if (!(error instanceof RefusedRequest)) throw error;
          const reason = withoutFullStop(error.message);
          throw new WorkbenchError(
            'unavailable',
            error.status === 503
              ? `${hostOf(address)} cannot answer now (${reason}): try again later.`
              : `${hostOf(address)} does not answer as a team server (${reason}): check the address.`,
          );
        },
      );
      const record = await addRecord(stateDir, {
        address,
        name: name?.trim() || hostOf(address),
        ...(clientId?.trim() && { clientId: clientId.trim() }),
        ...(isOpen && { isOpen }),
      });
      return view(record);
    },

    async remove(id) {
      await removeRecord(stateDir, id);
      startedLogins.get(id)?.cancel();
      failures.delete(id);
      const login = await logins.read(id);
      await logins.remove(id);
      if (login) await revokeLogin(login.login).catch(() => undefined);
    },

    read: async (id) => ask(await findRecord(stateDir, id), '/servers', teamPage),

    usage: async ({ id, server, days }) =>
      ask(await findRecord(stateDir, id), `/usage/${encodeURIComponent(server)}?days=${days}`, teamUsage),

    async logIn(id) {
      const record = await findRecord(stateDir, id);
      startedLogins.get(id)?.cancel();
      const startedLogin = await startLogin(record.address, record.clientId);
      startedLogins.set(id, startedLogin);
      failures.delete(id);
      const outcome = startedLogin.login.then(
        async (tokens) => {
          await logins.write(id, tokens);
          end();
        },
        (error: unknown) => {
          end(sentence(error));
          throw error;
        },
      );
      const end = (failure?: string) => {
        if (startedLogins.get(id) !== startedLogin) return;
        startedLogins.delete(id);
        if (failure !== undefined) failures.set(id, failure);
        onChange();
      };
      inBackground(outcome, () => undefined);
      return { url: startedLogin.url, outcome };
    },

    cancelLogIn(id) {
      const startedLogin = startedLogins.get(id);
      startedLogins.delete(id);
      startedLogin?.cancel();
    },

    async logOut(id) {
      const { name } = await findRecord(stateDir, id);
      failures.delete(id);
      const login = await logins.read(id);
      await logins.remove(id);
      if (!login) return undefined;
      return revokeLogin(login.login).then(
        () => undefined,
        (error: unknown) =>
          `Your login to ${name} is deleted here, but its issuer did not confirm the logout (${withoutFullStop(sentence(error))}).`,
      );
    },

    async reach(id, server) {
      const record = await findRecord(stateDir, id);
      const token = await tokenOf(record);
      return {
        kind: 'remote',
        url: `${record.address}/mcp/${encodeURIComponent(server)}`,
        token: token?.login.accessToken,
        team: { id, name: record.name },
      };
    },

    close() {
      for (const login of startedLogins.values()) login.cancel();
    },
  };
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
