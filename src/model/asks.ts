/**
 * What the files of a workspace need permission for. A workspace may come from anywhere, so nothing here happens until
 * the user has allowed it for that workspace.
 */

import { assertNever } from '../base/assert-never.ts';
import { isPrivateAddress } from '../base/network-address.ts';
import { decodeUri } from '../base/text/decode-uri.ts';
import { exactLine } from '../base/text/visible-text.ts';
import type { McpSource, SourceDefinition } from './definitions.ts';
import { environmentNames } from './problems/environment-text.ts';

/** One thing that needs permission. Two asks are equal when all their fields are. */
export type Ask =
  /** To run the functions of the workspace in the sandbox. Trusting the workspace allows it, for later functions too. */
  | { readonly kind: 'functions' }
  /** To read a folder or file outside the workspace; absolute. */
  | { readonly kind: 'folder'; readonly path: string }
  /**
   * To send queries of a source and passages of its folders to the origin of a URL, which turns them into vectors. `folders`
   * are absolute and sorted. `isPrivate`: the origin belongs to this computer or its network.
   */
  | {
      readonly kind: 'embeddings';
      readonly folders: readonly string[];
      readonly address: string;
      readonly isPrivate: boolean;
    }
  /** To send requests to the origin of a URL. `isPrivate`: it belongs to this computer or its network. */
  | { readonly kind: 'address'; readonly address: string; readonly isPrivate: boolean }
  /** To start a program. `env` is what the file sets, with `${NAME}` where a variable of the environment goes in. */
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** To hand a variable of the environment to an address or a program. */
  | { readonly kind: 'variable'; readonly name: string; readonly to: string }
  /** To run Wolfram Language code in a kernel of this computer, outside the sandbox. */
  | { readonly kind: 'wolfram'; readonly code: string }
  /** To run any Wolfram Language code that a client sends, in a kernel of this computer, outside the sandbox. */
  | { readonly kind: 'evaluator' }
  /**
   * To let one function search local documentation and send requests to an address or program in the same call.
   * `folders` are those of the source, absolute.
   */
  | {
      readonly kind: 'together';
      readonly source: string;
      readonly folders: readonly string[];
      readonly address: string;
    };

/** The default address of Wolfram|Alpha. */
export const wolframAlphaAddress = 'https://www.wolframalpha.com';

/** The variable that asks for the AppID name, regardless of where the AppID is stored. */
export const appIdVariable = 'WOLFRAM_ALPHA_APP_ID';

/**
 * Returns what a source needs before it is opened.
 * @param outside the absolute path of a folder as written in the source, or undefined for one inside the workspace
 */
export function asksOfSource(
  definition: SourceDefinition,
  outside: (folder: string) => string | undefined,
): readonly Ask[] {
  switch (definition.type) {
    case 'Documentation':
      return [
        ...definition.folders.flatMap((folder) => folderAsks(folder, outside)),
        ...(definition.web ?? []).flatMap(({ url }) => {
          const folder = folderOfFileUrl(url);
          return folder === undefined ? [addressAsk(url)] : folderAsks(folder, outside);
        }),
      ];
    case 'WolframAlpha': {
      const { baseUrl = wolframAlphaAddress } = definition;
      const to = originOf(baseUrl);
      return [addressAsk(baseUrl), ...(isWolframAlpha(baseUrl) ? [] : [variableAsk(appIdVariable, to)])];
    }
    case 'MCP':
      return asksOfMcpServer(definition.server);
    default:
      return assertNever(definition);
  }
}

/**
 * Returns what a source needs before its best passages are ranked again by their vectors; without it, the source answers
 * with its own ranking.
 * @param absolute the absolute path of a folder as written in the source
 */
export function asksOfEmbeddings(definition: SourceDefinition, absolute: (folder: string) => string): readonly Ask[] {
  if (definition.type !== 'Documentation' || !definition.embeddings) return [];
  const { address: url, key } = definition.embeddings;
  const to = originOf(url);
  const sending: Ask = {
    kind: 'embeddings',
    folders: [...definition.folders.map(absolute), ...(definition.web ?? []).map((pages) => pages.url)].sort(),
    address: to,
    isPrivate: isPrivateAt(url),
  };
  return [sending, ...(key === undefined ? [] : [variableAsk(key, to)])];
}

function folderAsks(folder: string, outside: (folder: string) => string | undefined): Ask[] {
  const path = outside(folder);
  return path === undefined ? [] : [{ kind: 'folder', path }];
}

/** The folder of a git repository on this computer; undefined for other addresses. */
export function folderOfFileUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, pathname } = new URL(url);
  return protocol === 'file:' ? (decodeUri(pathname) ?? pathname).replace(/^\/(?=[A-Za-z]:(?:\/|$))/, '') : undefined;
}

/** Returns what an MCP server needs before the connection. */
export function asksOfMcpServer(server: McpSource['server']): readonly Ask[] {
  const to = destinationOf(server);
  const variables = (values: Readonly<Record<string, string>>): Ask[] =>
    [...new Set(Object.values(values).flatMap(environmentNames))].map((name) => variableAsk(name, to));
  if (server.kind === 'url') return [addressAsk(server.url), ...variables(server.headers)];
  const { command, args, env } = server;
  return [{ kind: 'command', command, args, env }, ...variables(env)];
}

/**
 * Returns where a source sends every query: the origin of an address, or a command line. Undefined for documentation, also
 * with embeddings.
 */
export function destinationOfSource(definition: SourceDefinition): string | undefined {
  switch (definition.type) {
    case 'Documentation':
      return undefined;
    case 'WolframAlpha':
      return originOf(definition.baseUrl ?? wolframAlphaAddress);
    case 'MCP':
      return destinationOf(definition.server);
    default:
      return assertNever(definition);
  }
}

/**
 * Describes an ask in one line, the same in the window, on the command line and in errors. Escapes every character that
 * would hide or reorder others. Leaves out code, which has many lines: show it beside this line where a person decides.
 */
export function describeAsk(ask: Ask): string {
  return exactLine(description(ask));
}

function description(ask: Ask): string {
  switch (ask.kind) {
    case 'functions':
      return 'Run its functions';
    case 'folder':
      return `Read ${ask.path}`;
    case 'address':
      return `Send requests to ${addressText(ask)}`;
    case 'embeddings':
      return `Send queries, and passages of ${ask.folders.join(', ')}, for embeddings to ${addressText(ask)}`;
    case 'command':
      return `Start the program ${programText(ask)}`;
    case 'variable':
      return `Pass the environment variable ${ask.name} to ${ask.to}`;
    case 'wolfram':
      return 'Run this Wolfram Language code outside the sandbox';
    case 'evaluator':
      return 'Run any Wolfram Language code that a client sends, outside the sandbox';
    case 'together':
      return `Let a function search ${ask.source} and send requests to ${ask.address} in the same call`;
    default:
      return assertNever(ask);
  }
}

/**
 * Whether trusting the workspace allows this ask as well. The others are allowed one by one:
 *
 * - A private network holds what the internet cannot reach.
 * - Wolfram Language code can do everything that the user can, so each piece is read before it is allowed.
 * - Code that a client sends cannot be read beforehand.
 * - A search and an address in one call can carry private documents away, and embeddings do.
 */
export function isAllowedByTrust(ask: Ask): boolean {
  switch (ask.kind) {
    case 'wolfram':
    case 'evaluator':
    case 'together':
    case 'embeddings':
      return false;
    case 'address':
      return !ask.isPrivate;
    case 'functions':
    case 'folder':
    case 'command':
    case 'variable':
      return true;
    default:
      return assertNever(ask);
  }
}

function addressAsk(url: string): Ask {
  return { kind: 'address', address: originOf(url), isPrivate: isPrivateAt(url) };
}

function isPrivateAt(url: string): boolean {
  return !URL.canParse(url) || isPrivateAddress(new URL(url).hostname);
}

function addressText({ address, isPrivate }: { readonly address: string; readonly isPrivate: boolean }): string {
  return `${address}${isPrivate ? ', which is in your private network' : ''}`;
}

function variableAsk(name: string, to: string): Ask {
  return { kind: 'variable', name, to };
}

function destinationOf(server: McpSource['server']): string {
  return server.kind === 'url' ? originOf(server.url) : commandLine(server);
}

function originOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, protocol, host } = new URL(url);
  // That of a scheme which the URL standard does not know, such as ssh.
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** These hosts alone get the AppID without a separate ask, because they issue it. */
function isWolframAlpha(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && (hostname === 'wolframalpha.com' || hostname.endsWith('.wolframalpha.com'));
}

/** A program with its variables and arguments, as its ask shows it. */
export function programText(ask: Extract<Ask, { kind: 'command' }>): string {
  const env = Object.entries(ask.env).map(([name, value]) => quotedWord(`${name}=${value}`));
  return [...env, commandLine(ask)].join(' ');
}

function commandLine({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  return [command, ...args].map(quotedWord).join(' ');
}

/** Quotes a word that is empty or could be read as several. */
function quotedWord(word: string): string {
  return /^(?:[\w./:=@%+,-]|\$\{\w+\})+$/.test(word) ? word : JSON.stringify(word);
}
