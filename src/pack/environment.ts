/**
 * The variables by which the settings of a client application reach the program of a package. Only that program reads them:
 * in the environment of a workspace's server, any program that starts it could set them.
 */
import type { Ask } from '../model/asks.ts';
import { askId } from '../trust/ask-id.ts';

const allowPrefix = 'PROMPT_WORKBENCH_ALLOW_';
const secretPrefix = 'PROMPT_WORKBENCH_SECRET_';

/** The variable of an ask's switch; `true` allows the ask. */
export function allowVariable(ask: Ask): string {
  return `${allowPrefix}${askId(ask).toUpperCase()}`;
}

/** The variable that has the value of the secret variable `name`, if the person entered one. */
export function secretVariable(name: string): string {
  return `${secretPrefix}${name}`;
}

/** Reads the ids of the asks that the settings allow. */
export function readAllowedAsks(env: NodeJS.ProcessEnv): ReadonlySet<string> {
  const names = Object.keys(env).filter((name) => name.startsWith(allowPrefix) && env[name] === 'true');
  return new Set(names.map((name) => name.slice(allowPrefix.length).toLowerCase()));
}

/**
 * Sets the variables of the secrets that the person entered. An application passes on a setting without a value as an empty
 * text, or as the name of the setting: then the variable keeps its value in the environment.
 */
export function takeSecrets(env: NodeJS.ProcessEnv): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(secretPrefix)) continue;
    delete env[name];
    if (value !== '' && !value.startsWith('${user_config.')) env[name.slice(secretPrefix.length)] = value;
  }
}
