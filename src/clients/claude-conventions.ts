/** How Claude Code treats an entry of `.mcp.json`, a server's name, and a prompt: measured with version 2.1.330. */
import type { PromptDefinition } from '../model/definitions.ts';
import { WorkbenchError } from '../model/errors.ts';
import type { StdioCommand } from './serve-command.ts';

/** The key of the root object under which servers are. */
export const section = 'mcpServers';

/** The file in a project's folder that holds its servers. */
export const configurationName = '.mcp.json';

/** What is asked of a prompt to say how Claude Code will offer it. */
export type OfferedPrompt = Pick<PromptDefinition, 'name' | 'arguments'>;

/** A value of `mcpServers`. No shell, no PATH, and no `cwd`: Claude Code ignores that one. */
export interface ClaudeEntry {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** @throws WorkbenchError `refused` when a part holds `${`: Claude Code expands it and knows no way to escape it */
export function entryOf({ command, args, env }: StdioCommand): ClaudeEntry {
  const expanded = [command, ...args, ...Object.values(env ?? {})].find((part) => part.includes('${'));
  if (expanded !== undefined) {
    throw new WorkbenchError(
      'refused',
      `Claude Code would take \${…} in ${JSON.stringify(expanded)} for a variable. Rename the folder or server so that it holds no "\${".`,
    );
  }
  return { type: 'stdio', command, args, ...(env ? { env } : {}) };
}

/** Names that Claude Code does not load, by any spelling that is mapped to them. */
const reserved = new Set([
  'workspace',
  'claude-in-chrome',
  'computer-use',
  'Claude_Preview',
  'Claude_Browser',
  '__proto__',
]);

/**
 * The name under which Claude Code offers a server's commands: every character but ASCII letters, digits, `_` and `-`
 * becomes `_`. @throws WorkbenchError `refused` for a name that Claude Code keeps to itself
 */
export function nameOf(server: string): string {
  const name = mapped(server);
  if (reserved.has(name)) {
    const message = `Claude Code keeps the server name "${name}" for itself. Give the server another, such as "${name.replaceAll('_', '')}-prompts".`;
    throw new WorkbenchError('refused', message);
  }
  return name;
}

/**
 * Another entry that Claude Code would not tell apart from `name`, or one of that very name for another server than
 * `server`, which its mapped name hides.
 */
export function collision(name: string, server: string, entries: ReadonlyMap<string, unknown>): string | undefined {
  for (const [key, value] of entries) {
    if (key !== name && mapped(key) === name) return key;
    if (key === name && name !== server && !servesServer(value, server)) return key;
  }
  return undefined;
}

/** What a user types, in the order of the prompts. A name with white space is left out: it cannot be typed. */
export function commandsOf(name: string, prompts: readonly OfferedPrompt[]): string[] {
  return prompts.filter((prompt) => !hasSpace(prompt.name)).map((prompt) => `/mcp__${name}__${prompt.name}`);
}

/** Sentences on what of the prompts does not come through. */
export function promptWarnings(prompts: readonly OfferedPrompt[]): string[] {
  const spaced = prompts.filter((prompt) => hasSpace(prompt.name));
  const worded = prompts.filter((prompt) => prompt.arguments.length > 0);
  const late = prompts.filter(({ arguments: list }) =>
    list.some((one, i) => one.required && list[i - 1]?.required === false),
  );
  const renamed = prompts.flatMap((prompt) => prompt.arguments).filter(({ name }) => name !== normalised(name));
  return [
    ...(prompts.length === 0 ? ['This server has no prompts yet, so Claude Code offers no commands for it.'] : []),
    ...(spaced.length > 0
      ? [`Claude Code cannot run a prompt whose name holds white space: ${quoted(spaced)}. Write "-" or "_" instead.`]
      : []),
    ...(worded.length > 0
      ? [
          `Claude Code gives each argument one word, in order, and knows no quotes; further words are dropped: ${quoted(worded)}.`,
        ]
      : []),
    ...(late.length > 0
      ? [`Claude Code fills arguments by position, so put the required ones first: ${quoted(late)}.`]
      : []),
    ...(renamed.length > 0
      ? [`Claude Code sends these arguments under another name, so their values are lost: ${quoted(renamed)}.`]
      : []),
  ];
}

function mapped(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/g, '_');
}

function servesServer(entry: unknown, server: string): boolean {
  const args = typeof entry === 'object' && entry !== null && 'args' in entry ? entry.args : undefined;
  return Array.isArray(args) && args.includes(server);
}

function hasSpace(name: string): boolean {
  return /\s/.test(name);
}

/** Argument names arrive compatibility-normalised and without characters that have no width. */
function normalised(name: string): string {
  return name.normalize('NFKC').replace(/\p{Cf}/gu, '');
}

function quoted(named: readonly { readonly name: string }[]): string {
  const names = [...new Set(named.map(({ name }) => `"${name}"`))];
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
