/** The MCP servers in the configuration files of client applications, to start or contact them as the application does. */
import { isAbsolute, join } from 'node:path';
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ClientApplication, Scope } from './applications/application.ts';
import { applicationOf, applications, scopeFileOf, scopesOf } from './applications/applications.ts';
import { formats } from './config-files/edit.ts';
import { type SystemFolders, systemFolders } from './config-files/system-folders.ts';
import { locate } from './connect/locate.ts';
import { decodeUtf8 } from './connect/refused-file.ts';
import { readOrdinary } from './connect/transaction.ts';

/** One entry of a configuration file. */
export interface ConfiguredServer {
  readonly application: ClientApplication;
  readonly scope: Scope;
  /** The project's folder; absent in the scope `user`. */
  readonly project?: string;
  readonly file: string;
  readonly name: string;
  /** As written, with the values of its variables and headers. */
  readonly writtenLaunch: WrittenLaunch;
  /** The folder in which the application starts it. */
  readonly cwd: string;
}

/** How an application starts or contacts a server. */
export type WrittenLaunch =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly kind: 'url'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Every server in the configurations of every application.
 * @param project a folder whose configurations count too
 * @returns also one sentence for each file that cannot be read
 */
export async function configuredServers(
  project: string | undefined,
  folders: SystemFolders = systemFolders(),
): Promise<{ readonly servers: readonly ConfiguredServer[]; readonly unreadFiles: readonly string[] }> {
  const servers: ConfiguredServer[] = [];
  const unreadFiles: string[] = [];
  for (const application of applications) {
    for (const scope of scopesOf(application)) {
      if (scope !== 'user' && project === undefined) continue;
      try {
        servers.push(...(await serversIn(application, scope, project, folders)));
      } catch (error) {
        const reason = (error as Error).message;
        unreadFiles.push(`${application.name}: ${reason}`);
      }
    }
  }
  return { servers, unreadFiles };
}

/** @throws WorkbenchError `not-found` if the entry is gone, RefusedFile if the file cannot be read */
export async function configuredServer(
  { application: id, scope, project, name }: ServerEntry,
  folders: SystemFolders = systemFolders(),
): Promise<ConfiguredServer> {
  const application = applicationOf(id);
  scopeFileOf(application, scope);
  const match = (await serversIn(application, scope, project, folders)).find((server) => server.name === name);
  if (match) return match;
  throw new WorkbenchError(
    'not-found',
    `${application.name} no longer has the server ${JSON.stringify(name)}: choose another one.`,
  );
}

export interface ServerEntry {
  readonly application: string;
  readonly scope: Scope;
  readonly project?: string;
  readonly name: string;
}

async function serversIn(
  application: ClientApplication,
  scope: Scope,
  projectDir: string | undefined,
  folders: SystemFolders,
): Promise<ConfiguredServer[]> {
  const { file, place, project, cwd } = await locate(application, scope, projectDir, folders);
  const bytes = await readOrdinary(file).catch((error: NodeJS.ErrnoException) => {
    // Most files do not exist.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (bytes === undefined) return [];
  return formats[application.format](decodeUtf8(bytes), place)
    .entries()
    .flatMap(({ name, value }) => {
      const launch = launchOf(value);
      if (!launch) return [];
      return [{ application, scope, ...(project !== '' && { project }), file, name, writtenLaunch: launch, cwd }];
    });
}

/** Reads an entry in the notation of any application; undefined for an entry that names neither a command nor an address. */
export function launchOf(value: unknown): WrittenLaunch | undefined {
  if (!isJsonObject(value)) return undefined;
  // Zed has also written the command as an object.
  const ownFields: JsonObject = isJsonObject(value.command)
    ? { ...value, ...value.command, command: value.command.path }
    : value;
  const words = [ownFields.command ?? ownFields.cmd].flat();
  const [command, ...otherWords] = words.filter((word) => typeof word === 'string');
  if (command !== undefined && command !== '') {
    const cwd = ownFields.cwd ?? ownFields.workingDirectory;
    return {
      kind: 'command',
      command,
      args: [...otherWords, ...stringsIn(ownFields.args)],
      env: textsIn(ownFields.env ?? ownFields.envs ?? ownFields.environment),
      ...(typeof cwd === 'string' && cwd !== '' && { cwd }),
    };
  }
  const url = [ownFields.url, ownFields.httpUrl, ownFields.serverUrl, ownFields.uri].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  );
  if (typeof url !== 'string') return undefined;
  const options = isJsonObject(ownFields.requestOptions) ? ownFields.requestOptions.headers : undefined;
  return {
    kind: 'url',
    url,
    headers: { ...textsIn(ownFields.headers ?? ownFields.http_headers ?? options), ...namedHeaders(ownFields) },
  };
}

/** Codex and Kimi Code name environment variables that hold the token and other headers. */
function namedHeaders(ownFields: JsonObject): Record<string, string> {
  const {
    bearer_token_env_var: ofCodex,
    bearerTokenEnvVar: token = ofCodex,
    env_http_headers: otherHeaders,
  } = ownFields;
  const variableHeaders = Object.entries(textsIn(otherHeaders)).map(([header, variable]) => [
    header,
    `\${${variable}}`,
  ]);
  return {
    ...Object.fromEntries(variableHeaders),
    ...(typeof token === 'string' && { Authorization: `Bearer \${${token}}` }),
  };
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textsIn(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      ['string', 'number', 'boolean'].includes(typeof text) ? [[name, String(text)]] : [],
    ),
  );
}

/**
 * Fills the references that applications expand: `${NAME}`, `${NAME:-usual}`, `${env:NAME}`, `{env:NAME}`,
 * `${workspaceFolder}`, `${userHome}`. An entry whose application expands nothing stays as written.
 * @returns also the values from the environment, which may be secrets
 * @throws WorkbenchError `unavailable` for a reference without a value
 */
export function filledLaunch(
  { application, name, writtenLaunch, cwd }: ConfiguredServer,
  { env, home }: Pick<SystemFolders, 'env' | 'home'> = systemFolders(),
): { readonly launch: WrittenLaunch; readonly cwd: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const expandsAll = application.expands !== undefined;
  // OpenCode writes `{env:NAME}`; the others write `${NAME}`.
  const reference = application.id === 'opencode' ? /\{((?:env|file):[^{}]*)\}/g : /\$\{([^{}]*)\}/g;
  const fill = (text: string): string =>
    text.replace(reference, (match: string, inner: string) => {
      const [, variable, defaultValue] = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner) ?? [];
      if (inner === 'workspaceFolder') return cwd;
      if (inner === 'userHome') return home;
      const value = variable === undefined ? undefined : (env[variable] ?? defaultValue);
      if (value !== undefined) {
        if (variable !== undefined && env[variable] !== undefined) secrets.push(value);
        return value;
      }
      throw new WorkbenchError(
        'unavailable',
        `The entry ${JSON.stringify(name)} of ${application.name} needs a value for ${match}: set it in the environment, or enter the command yourself.`,
      );
    });
  const fillAll = (texts: Readonly<Record<string, string>>, expands: boolean) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, expands ? fill(text) : text]));
  if (writtenLaunch.kind === 'url') {
    // `namedHeaders` has written its variables as references.
    const headers = fillAll(writtenLaunch.headers, expandsAll || ['codex', 'kimi-code'].includes(application.id));
    return {
      launch: { kind: 'url', url: expandsAll ? fill(writtenLaunch.url) : writtenLaunch.url, headers },
      cwd,
      secrets,
    };
  }
  const expand = expandsAll ? fill : (text: string) => text;
  const folder = writtenLaunch.cwd === undefined ? cwd : expand(writtenLaunch.cwd);
  const launch: WrittenLaunch = {
    kind: 'command',
    command: expand(writtenLaunch.command),
    args: writtenLaunch.args.map(expand),
    env: fillAll(writtenLaunch.env, expandsAll),
  };
  return { launch, cwd: isAbsolute(folder) ? folder : join(cwd, folder), secrets };
}
