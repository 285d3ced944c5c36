/**
 * The headers of requests to an MCP server at an address. A workspace file names what is secret and does not hold it:
 * `Authorization: Bearer ${DOCS_TOKEN}` takes the value from the environment.
 */

import { environmentNames, fillEnvironment } from '../../model/environment-text.ts';
import { WorkbenchError } from '../../model/errors.ts';

export type Headers = Readonly<Record<string, string>>;

/** Headers as they are sent, and what keeps their secrets out of sentences and logs. */
export interface FilledHeaders {
  readonly headers: Headers;
  /** A text with every value from the environment replaced by its name. */
  readonly withoutSecrets: (text: string) => string;
}

/** The variables of the environment that headers name, each once. */
export function namesIn(headers: Headers): readonly string[] {
  return [...new Set(Object.values(headers).flatMap(environmentNames))];
}

/** @throws WorkbenchError `unavailable` when a variable is not set, or its value cannot stand in a header */
export function fillHeaders(headers: Headers, env: NodeJS.ProcessEnv): FilledHeaders {
  const names = namesIn(headers);
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) {
    const what = missing.length === 1 ? `variable ${missing[0]} is` : `variables ${missing.join(' and ')} are`;
    throw new WorkbenchError(
      'unavailable',
      `The environment ${what} not set, from which its Headers are filled: set it where Prompt Workbench is started, and start it again.`,
    );
  }
  const wrong = names.find((name) => /[^\t\x20-\x7e\x80-\xff]/.test(env[name] ?? ''));
  if (wrong !== undefined)
    throw new WorkbenchError(
      'unavailable',
      `The environment variable ${wrong} holds characters that no header may have, such as a line end: set it anew.`,
    );
  const value = (name: string) => env[name] ?? '';
  // A longer value first: one may be the beginning of another.
  const secrets = names.filter((name) => value(name).length > 3).sort((a, b) => value(b).length - value(a).length);
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, text]) => [header, fillEnvironment(text, value)]),
    ),
    withoutSecrets: (text) => secrets.reduce((rest, name) => rest.replaceAll(value(name), `\${${name}}`), text),
  };
}
