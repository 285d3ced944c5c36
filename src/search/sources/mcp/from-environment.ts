/**
 * Fills the headers and environment variables for an MCP server. A workspace file names secrets and does not contain them:
 * `Authorization: Bearer ${DOCS_TOKEN}` takes the value from the environment.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import { environmentNames, fillEnvironment } from '../../../model/problems/environment-text.ts';

type Values = Readonly<Record<string, string>>;

/** The values with their references filled in, and a function that removes their secrets from messages and logs. */
export interface FilledValues {
  readonly values: Values;
  /** Replaces every value from the environment by its name. */
  readonly withoutSecrets: (text: string) => string;
}

/** The environment variables that the values name, without duplicates. */
export function namesIn(values: Values): readonly string[] {
  return [...new Set(Object.values(values).flatMap(environmentNames))];
}

/**
 * @param key the key of the source's file that has them
 * @throws WorkbenchError `unavailable` if a variable is not set or its value is not valid in a header
 */
export function fillHeaders(
  headers: Values,
  env: NodeJS.ProcessEnv,
  key: 'Headers' | 'Embeddings' = 'Headers',
): FilledValues {
  const values = fill(key, headers, env);
  const invalidName = namesIn(headers).find((name) => /[^\t\x20-\x7e\x80-\xff]/.test(env[name] ?? ''));
  if (invalidName === undefined) return values;
  const message = `The environment variable ${invalidName} has characters that are not allowed in a header, such as a line break: set it again.`;
  throw new WorkbenchError('unavailable', message);
}

/** @throws WorkbenchError `unavailable` when a variable is not set */
export function fillVariables(variables: Values, env: NodeJS.ProcessEnv): FilledValues {
  return fill('Env', variables, env);
}

function fill(key: 'Headers' | 'Env' | 'Embeddings', values: Values, env: NodeJS.ProcessEnv): FilledValues {
  const names = namesIn(values);
  const missingNames = names.filter((name) => !env[name]);
  if (missingNames.length > 0) {
    const [what, it] =
      missingNames.length === 1
        ? [`variable ${missingNames[0]}`, 'it']
        : [`variables ${missingNames.join(' and ')}`, 'them'];
    const message = `${key} ${key === 'Embeddings' ? 'need' : 'needs'} the environment ${what}: set ${it} where you start Prompt Workbench, and restart it.`;
    throw new WorkbenchError('unavailable', message);
  }
  const value = (name: string) => env[name] ?? '';
  // Longer values first, because one may be a prefix of another.
  const secrets = names.filter((name) => value(name).length > 3).sort((a, b) => value(b).length - value(a).length);
  return {
    values: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fillEnvironment(text, value)])),
    withoutSecrets: (text) => secrets.reduce((rest, name) => rest.replaceAll(value(name), `\${${name}}`), text),
  };
}
