/** `team-servers`: lists and changes the team servers that this person has added, logs in to them, and prints what they serve. */

import { WorkbenchError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/text/format-count.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import type { TeamPage, TeamServerView } from '../../../contract/contract.ts';
import { stateDir } from '../../../state/paths.ts';
import type { TeamServers } from '../../../teams/team-servers.ts';
import { openBrowser } from '../../open-browser.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

interface TeamServersOptions {
  readonly add?: string;
  readonly name?: string;
  readonly clientId?: string;
  readonly logIn?: string;
  readonly logOut?: string;
  readonly remove?: string;
  readonly json?: boolean;
}

const loginWords = {
  open: 'needs no login',
  none: 'not logged in',
  waiting: 'waiting for your login',
  done: 'logged in',
} as const;

/** @param name reads what this team server serves */
export async function teamServers(name: string | undefined, options: TeamServersOptions): Promise<void> {
  const { add, logIn, logOut, remove, clientId, json } = options;
  if ([name, add, logIn, logOut, remove].filter((value) => value !== undefined).length > 1)
    throw new UsageError('Use a name, --add, --log-in, --log-out and --remove one at a time.');
  if (add === undefined && (options.name !== undefined || clientId !== undefined))
    throw new UsageError('--name and --client-id describe a team server: add --add with its address.');
  const teams = await openTeamServers();
  try {
    if (name !== undefined) return await show(teams, await findTeam(teams, name), json);
    if (add !== undefined)
      await teams.add({
        address: add,
        ...(options.name !== undefined && { name: options.name }),
        ...(clientId !== undefined && { clientId }),
      });
    if (logIn !== undefined) await logInTo(teams, await findTeam(teams, logIn));
    if (logOut !== undefined) {
      const message = await teams.logOut((await findTeam(teams, logOut)).id);
      if (message !== undefined) printError(`${message}\n`);
    }
    if (remove !== undefined) await teams.remove((await findTeam(teams, remove)).id);
    const list = await teams.list();
    if (json) return printJson({ teamServers: list });
    for (const { name: title, address, login } of list) {
      const state = login.kind === 'failed' ? login.message : loginWords[login.kind];
      print(`${onOneLine(title)}: ${onOneLine(state)}\n  ${address}\n`);
    }
    if (list.length === 0) print('There are no team servers: add one with --add ADDRESS.\n');
  } finally {
    teams.close();
  }
}

/** Opens them with all logins of this account, including those that the open desktop app keeps. */
export async function openTeamServers(): Promise<TeamServers> {
  const [{ createTeamServers }, { accountSecrets }] = await Promise.all([
    import('../../../teams/team-servers.ts'),
    import('../../../state/keychain-socket.ts'),
  ]);
  return createTeamServers({ stateDir: stateDir(), secrets: accountSecrets(stateDir()) });
}

/** @throws WorkbenchError `not-found` */
export async function findTeam(teams: TeamServers, name: string): Promise<TeamServerView> {
  const list = await teams.list();
  const match = list.find((candidate) => candidate.name === name || candidate.id === name);
  if (match) return match;
  const suggestion = nearestName(
    name,
    list.map((item) => item.name),
  );
  const advice =
    suggestion === undefined ? '"prompt-workbench team-servers" lists yours.' : `did you mean "${suggestion}"?`;
  throw new WorkbenchError('not-found', `You have added no team server "${name}": ${advice}`);
}

async function logInTo(teams: TeamServers, { id, name }: TeamServerView): Promise<void> {
  const { url, outcome } = await teams.logIn(id);
  printError(`Log in to ${onOneLine(name)} here:\n${url}\n`);
  await openBrowser(url, stateDir());
  await outcome;
}

async function show(teams: TeamServers, { id }: TeamServerView, json: boolean | undefined): Promise<void> {
  const page = await teams.read(id);
  if (json) return printJson(page);
  print(`${commitLine('serves', page.commit)} since ${page.since}, from ${onOneLine(page.ref)}\n`);
  if (page.next) print(`${commitLine('will serve', page.next)}\n`);
  if (page.tip) print(`${commitLine('does not serve', page.tip)}\n`);
  if (page.refusal !== undefined) print(`  ${onOneLine(page.refusal)}\n`);
  for (const { name, prompts, tools, version, commit } of page.servers) {
    const offered = `${formatCount(prompts, 'prompt')}, ${formatCount(tools, 'tool')}`;
    print(`${onOneLine(name)} ${onOneLine(version)}: ${offered}, ${commit.slice(0, 9)}\n`);
  }
}

function commitLine(verb: string, { id, subject, time }: TeamPage['commit']): string {
  const about = [subject, time].filter((value) => value !== undefined).map(onOneLine);
  return `${verb} ${id.slice(0, 9)}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}
