/** Decides what a caller sees. Whatever no entry grants is hidden. Further groups never hide anything. */
import { shortSha256 } from '../../files/sha256.ts';
import type { ResolvedPrompt, ResolvedServer, ResolvedTool } from '../../model/definitions.ts';
import type { AccessData, GrantData, TokenData } from './access-schema.ts';
import { type NamePattern, namePattern } from './name-pattern.ts';

/** What one caller sees of one server. Callers with equal keys see the same. */
export interface ServerView {
  /** `all`, or a hash of the entries that apply: for caches, `ETag` and one filtered server for many callers. */
  readonly key: string;
  showsPrompt(name: string): boolean;
  showsTool(name: string): boolean;
}

export interface AccessPolicy {
  /** @param server the name of its file @returns undefined if the caller does not see the server at all */
  viewOf(server: string, groups: readonly string[]): ServerView | undefined;
  /** Whether the registry lists a server without a token. */
  isListed(server: string): boolean;
  readonly tokens: readonly TokenData[];
}

interface Grant {
  readonly text: string;
  readonly server: NamePattern;
  readonly showsPrompt: NamePattern;
  readonly showsTool: NamePattern;
  readonly isWhole: boolean;
}

const wholeServer: ServerView = { key: 'all', showsPrompt: () => true, showsTool: () => true };

/** The policy of a repository without `access.yaml`. */
export const openPolicy: AccessPolicy = { viewOf: () => wholeServer, isListed: () => false, tokens: [] };

/** The policy for a file with an error. */
export const nothingGranted: AccessPolicy = { viewOf: () => undefined, isListed: () => false, tokens: [] };

export function createPolicy({ Everyone = [], Groups = {}, Tokens = [], Listed = [] }: AccessData): AccessPolicy {
  const everyone = Everyone.map(readGrant);
  const byGroup = new Map(Object.entries(Groups).map(([name, grants]) => [name, grants.map(readGrant)]));
  const listedNames = Listed.map(namePattern);
  return {
    viewOf(server, groups) {
      const ownGrants = [...new Set(groups)].flatMap((name) => byGroup.get(name) ?? []);
      return viewBy([...everyone, ...ownGrants].filter((grant) => grant.server(server)));
    },
    isListed: (server) => listedNames.some((matches) => matches(server)),
    tokens: Tokens,
  };
}

function viewBy(grants: readonly Grant[]): ServerView | undefined {
  if (grants.length === 0) return undefined;
  if (grants.some(({ isWhole }) => isWhole)) return wholeServer;
  const texts = [...new Set(grants.map(({ text }) => text))].sort();
  return {
    key: shortSha256(JSON.stringify(texts)),
    showsPrompt: (name) => grants.some((grant) => grant.showsPrompt(name)),
    showsTool: (name) => grants.some((grant) => grant.showsTool(name)),
  };
}

function readGrant(data: GrantData): Grant {
  if (typeof data === 'string')
    return { text: data, server: namePattern(data), showsPrompt: () => true, showsTool: () => true, isWhole: true };
  const { Server, Prompts, Tools, Except = [] } = data;
  // An entry with only Prompts shows no tools, and the reverse.
  const isLimited = Prompts !== undefined || Tools !== undefined;
  const isHidden = anyOf(Except);
  const isShownIn = (names: readonly string[] | undefined) => {
    const isNamed = anyOf(names ?? (isLimited ? [] : ['*']));
    return (name: string) => isNamed(name) && !isHidden(name);
  };
  return {
    text: JSON.stringify([Server, Prompts ?? null, Tools ?? null, Except]),
    server: namePattern(Server),
    showsPrompt: isShownIn(Prompts),
    showsTool: isShownIn(Tools),
    isWhole: !isLimited && Except.length === 0,
  };
}

function anyOf(patterns: readonly string[]): NamePattern {
  const matchers = patterns.map(namePattern);
  return (name) => matchers.some((matches) => matches(name));
}

/**
 * Returns the server as a caller sees it: the same object if nothing is hidden. Everything that the MCP server lists,
 * gets, completes, reads or searches comes from this object, so what is not in it does not exist for the caller.
 */
export function visibleServer(server: ResolvedServer, view: ServerView): ResolvedServer {
  if (view.key === wholeServer.key) return server;
  return {
    ...server,
    prompts: server.prompts.filter(({ name }) => view.showsPrompt(name)),
    tools: server.tools.filter((tool) => isVisibleTool(tool, view)),
  };
}

/** A tool that answers with a prompt never shows a prompt that is hidden; a prompt offered as a tool follows its prompt. */
function isVisibleTool({ name, content, origin }: ResolvedTool, view: ServerView): boolean {
  const prompt: ResolvedPrompt | undefined = content.kind === 'prompt' ? content.prompt : undefined;
  if (prompt && !view.showsPrompt(prompt.name)) return false;
  return origin.kind === 'prompt' || view.showsTool(name);
}
