/**
 * What an MCP server is given beside its arguments: the headers of requests to an address, the environment of a program.
 * A workspace file names what is secret and does not hold it: `Authorization: Bearer ${DOCS_TOKEN}` takes the value from
 * the environment.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import { environmentNames, fillEnvironment } from '../../../model/problems/environment-text.ts';

type Values = Readonly<Record<string, string>>;

/** Values as they are given, and what keeps their secrets out of sentences and logs. */
export interface Filled {
  readonly values: Values;
  /** A text with every value from the environment replaced by its name. */
  readonly withoutSecrets: (text: string) => string;
}

/** The variables of the environment that values name, each once. */
export function namesIn(values: Values): readonly string[] {
  return [...new Set(Object.values(values).flatMap(environmentNames))];
}

/** @throws WorkbenchError `unavailable` when a variable is not set, or its value cannot stand in a header */
export function fillHeaders(headers: Values, env: NodeJS.ProcessEnv): Filled {
  const filled = fill('Headers', headers, env);
  const wrong = namesIn(headers).find((name) => /[^\t\x20-\x7e\x80-\xff]/.test(env[name] ?? ''));
  if (wrong === undefined) return filled;
  const message = `The environment variable ${wrong} has characters that are not allowed in a header, such as a line break: set it again.`;
  throw new WorkbenchError('unavailable', message);
}

/** @throws WorkbenchError `unavailable` when a variable is not set */
export function fillVariables(variables: Values, env: NodeJS.ProcessEnv): Filled {
  return fill('Env', variables, env);
}

function fill(key: 'Headers' | 'Env', values: Values, env: NodeJS.ProcessEnv): Filled {
  const names = namesIn(values);
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) {
    const [what, it] =
      missing.length === 1 ? [`variable ${missing[0]}`, 'it'] : [`variables ${missing.join(' and ')}`, 'them'];
    const message = `${key} needs the environment ${what}: set ${it} where you start Prompt Workbench, and restart it.`;
    throw new WorkbenchError('unavailable', message);
  }
  const value = (name: string) => env[name] ?? '';
  // A longer value first: one may be the beginning of another.
  const secrets = names.filter((name) => value(name).length > 3).sort((a, b) => value(b).length - value(a).length);
  return {
    values: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fillEnvironment(text, value)])),
    withoutSecrets: (text) => secrets.reduce((rest, name) => rest.replaceAll(value(name), `\${${name}}`), text),
  };
}
