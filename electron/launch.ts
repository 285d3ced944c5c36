/** What a start of the app asks for: a workspace, or a link to a page. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';

/** The scheme of links to the app's pages, which an installed app registers. */
export const linkScheme = 'prompt-workbench';

/** A second start of the app passes it to the running one. */
export const launchRequest = z.object({
  /** Absolute. */
  workspace: z.exactOptional(z.string()),
  link: z.exactOptional(z.string()),
});

export type LaunchRequest = z.output<typeof launchRequest>;

/**
 * Reads `--workspace DIR` and a link; ignores Electron's own switches on the same line.
 * @param options.acceptsFolder whether a folder counts without `--workspace`, as file managers pass one: a path, or a
 *   `file:` address. Before an app is packed, its own folder is such an argument.
 */
export function readLaunchArguments(args: readonly string[], options: { acceptsFolder: boolean }): LaunchRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { workspace: { type: 'string' } },
    strict: false,
  });
  const link = args.find((arg) => arg.startsWith(`${linkScheme}://`));
  const folder = options.acceptsFolder ? positionals.map(pathOf).find(isFolder) : undefined;
  const workspace = typeof values.workspace === 'string' ? values.workspace : folder;
  return {
    ...(workspace !== undefined && { workspace: resolve(workspace) }),
    ...(link !== undefined && { link }),
  };
}

/** @returns undefined for an address of another computer, or without a path */
function pathOf(argument: string): string | undefined {
  if (!argument.startsWith('file:')) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    return undefined;
  }
}

function isFolder(path: string | undefined): path is string {
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

export interface PageLink {
  /** The address of the page, from its `#`. */
  readonly fragment: string;
  /** The workspace folder that the link was copied in. */
  readonly workspace: string | undefined;
}

/**
 * Reads `prompt-workbench://open/servers/Samples/prompts/explain?workspace=/home/me/Prompts`. A link leads to a page and
 * nothing else: it opens no dialog, and no folder that this computer has not opened before.
 */
export function readLink(link: string): PageLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(link);
  if (protocol !== `${linkScheme}:` || host !== 'open') return undefined;
  return { fragment: `#${pathname}`, workspace: searchParams.get('workspace') ?? undefined };
}
