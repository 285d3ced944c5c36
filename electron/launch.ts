/** What a start of the app asks for: a workspace, or a link to a page. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';

/** The scheme of links to the app's pages, which an installed app registers. */
export const linkScheme = 'prompt-workbench';

/** One start of the app passes it to the one that runs already. */
export const launchRequest = z.object({
  /** Absolute. */
  workspace: z.exactOptional(z.string()),
  link: z.exactOptional(z.string()),
});

export type LaunchRequest = z.output<typeof launchRequest>;

/** Reads `--workspace DIR` and a link; ignores Electron's own switches on the same line. */
export function readLaunchArguments(args: readonly string[]): LaunchRequest {
  const { values } = parseArgs({ args: [...args], options: { workspace: { type: 'string' } }, strict: false });
  const link = args.find((each) => each.startsWith(`${linkScheme}://`));
  return {
    ...(typeof values.workspace === 'string' && { workspace: resolve(values.workspace) }),
    ...(link !== undefined && { link }),
  };
}

export interface PageLink {
  /** The address of the page, from its `#`. */
  readonly fragment: string;
  /** The workspace folder that the link was copied in. */
  readonly workspace: string | undefined;
}

/**
 * Reads `prompt-workbench://open/servers/Samples/prompts/explain?workspace=/home/me/Prompts`. A link leads to a page and
 * nothing else: no dialog opens by it, and no folder that this computer has not opened before.
 */
export function readLink(link: string): PageLink | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(link);
  if (protocol !== `${linkScheme}:` || host !== 'open') return undefined;
  return { fragment: `#${pathname}`, workspace: searchParams.get('workspace') ?? undefined };
}
