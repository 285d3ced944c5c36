/** `runners`: lists what can answer a prompt, and changes the list. Contacts only this computer. */
import { text as textOf } from 'node:stream/consumers';
import { WorkbenchError } from '../../../base/errors.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printJson } from '../../print.ts';
import { openRunnersHere } from './open-runners.ts';

interface RunnersOptions {
  readonly add?: string;
  readonly url?: string;
  readonly model?: string;
  readonly setKey?: string;
  readonly remove?: string;
  readonly revoke?: string;
  readonly json?: boolean;
}

export async function runners(options: RunnersOptions): Promise<void> {
  const { add, url, model, setKey, remove, revoke, json } = options;
  if ([add, setKey, remove, revoke].filter((value) => value !== undefined).length > 1)
    throw new UsageError('Use --add, --set-key, --remove and --revoke one at a time.');
  if (add === undefined && (url !== undefined || model !== undefined))
    throw new UsageError('--url and --model describe a runner: add --add with its name.');
  if (add !== undefined) {
    if (url === undefined) throw new UsageError(`Which address does "${add}" have? Add --url.`);
    const { saveSetting } = await import('../../../run/settings.ts');
    await saveSetting(stateDir(), { id: add, address: url, ...(model !== undefined && { model }) });
  }
  if (setKey !== undefined) await storeKey(setKey);
  if (remove !== undefined) await removeRunner(remove);
  const [{ viewRunners, runnerOf }, { hasConsent, revokeConsent }, foundRunners] = await Promise.all([
    import('../../../run/runners.ts'),
    import('../../../run/consents.ts'),
    openRunnersHere(workspaceDir()),
  ]);
  if (revoke !== undefined && !(await revokeConsent(stateDir(), revoke))) {
    const { title } = runnerOf(foundRunners, revoke);
    throw new WorkbenchError('not-found', `You have not agreed to ${title}: there is nothing to revoke.`);
  }
  const views = await Promise.all(
    (await viewRunners(foundRunners, new AbortController().signal)).map(async (view) => ({
      ...view,
      agreed: await hasConsent(stateDir(), view),
    })),
  );
  if (json) return printJson({ runners: views });
  for (const { id, title, place, state, model: usualModel, models, consent, agreed } of views) {
    const name = title === id ? id : `${id} (${title})`;
    const choice = usualModel === undefined ? models.join(', ') : usualModel;
    const words = state.kind !== 'ready' ? onOneLine(state.message) : state.isUntried ? 'not tried' : 'ready';
    print(`${name}: ${words}\n  ${onOneLine(place)}\n`);
    if (choice !== '') print(`  models: ${onOneLine(choice)}\n`);
    print(`  ${onOneLine(consent)}${agreed ? ' You have agreed.' : ''}\n`);
  }
}

async function storeKey(id: string): Promise<void> {
  const [{ runnerOf }, { accountSecrets }, foundRunners] = await Promise.all([
    import('../../../run/runners.ts'),
    import('../../../state/keychain-socket.ts'),
    openRunnersHere(workspaceDir()),
  ]);
  const runner = runnerOf(foundRunners, id);
  if (runner.kind === 'agent')
    throw new WorkbenchError('refused', `${runner.title} uses its own login: the workbench has no key for it.`);
  const key = (await textOf(process.stdin)).trim();
  if (!/^[\x21-\x7e]{1,2000}$/.test(key))
    throw new WorkbenchError(
      'invalid-input',
      'The input is not a key: pipe one line without spaces into this command.',
    );
  await accountSecrets(stateDir()).write(`runner-${id}`, key);
}

async function removeRunner(id: string): Promise<void> {
  const [{ runnerOf }, { readSettings, removeSetting }, { accountSecrets }, foundRunners] = await Promise.all([
    import('../../../run/runners.ts'),
    import('../../../run/settings.ts'),
    import('../../../state/keychain-socket.ts'),
    openRunnersHere(workspaceDir()),
  ]);
  runnerOf(foundRunners, id);
  await accountSecrets(stateDir()).remove(`runner-${id}`);
  if (!(await readSettings(stateDir())).some((setting) => setting.id === id)) return;
  await removeSetting(stateDir(), id);
  await (await import('../../../run/consents.ts')).revokeConsent(stateDir(), id);
}
