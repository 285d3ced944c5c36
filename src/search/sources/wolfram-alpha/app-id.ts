/** The AppID for Wolfram|Alpha: from the environment, or else from the settings. */
import type { SecretStore } from '../../../state/secrets.ts';

export interface AppId {
  readonly value: string;
  readonly from: 'environment' | 'keychain' | 'file';
}

/** In order of precedence. */
export const appIdVariables = ['WOLFRAM_ALPHA_APP_ID', 'WOLFRAM_APP_ID'] as const;

const secret = 'wolfram-alpha-app-id';

/** Undefined if there is none that this program can read. */
export async function findAppId(secrets: SecretStore, env: NodeJS.ProcessEnv): Promise<AppId | undefined> {
  for (const name of appIdVariables) {
    const value = env[name]?.trim();
    if (value) return { value, from: 'environment' };
  }
  return secrets.read(secret);
}

/** Tells what to do without an AppID. @param place where the reader of the message can enter one */
export async function howToSetUp(secrets: SecretStore, place: 'here' | 'in the workbench'): Promise<string> {
  if (await secrets.isLocked(secret))
    return `The AppID for Wolfram|Alpha is in the keychain, which only the desktop app can open: open the desktop app, or set ${appIdVariables[0]} in the environment.`;
  const damagedFile = await secrets.damagedFile(secret);
  if (damagedFile !== undefined)
    return `The AppID for Wolfram|Alpha in ${damagedFile} cannot be read: enter it again ${place}, or set ${appIdVariables[0]} in the environment.`;
  return `No AppID for Wolfram|Alpha is set: get one at developer.wolframalpha.com and enter it ${place}, or set ${appIdVariables[0]} in the environment.`;
}

/** Saves an AppID; an empty text removes it. */
export async function saveAppId(secrets: SecretStore, appId: string): Promise<void> {
  const value = appId.trim();
  if (value === '') await secrets.remove(secret);
  else await secrets.write(secret, value);
}
