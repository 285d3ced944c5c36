/** The page of a package for people: what is in it, how to install it, and what it needs. */
import { codeMarkdown, plainMarkdown } from '../base/text/markdown.ts';
import type { ResolvedServer } from '../model/definitions.ts';
import type { PackageIdentity } from './manifests.ts';
import { programFolder } from './program-files.ts';
import type { PackageSettings } from './settings.ts';

export interface ReadmeParts {
  readonly identity: PackageIdentity;
  readonly server: ResolvedServer;
  readonly skills: readonly string[];
  readonly settings: PackageSettings;
  readonly notes: readonly string[];
}

export function readmeText({ identity, server, skills, settings, notes }: ReadmeParts): string {
  const { name, title, version } = identity;
  const list = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`- ${what}: ${names.map(codeMarkdown).join(', ')}`];
  return `${[
    `# ${plainMarkdown(title)}`,
    `Version ${plainMarkdown(version)}, packed with Prompt Workbench. It has the MCP server ${plainMarkdown(identity.server)} with`,
    [
      ...list(
        'prompts',
        server.prompts.map((prompt) => prompt.name),
      ),
      ...list(
        'tools',
        server.tools.map((tool) => tool.name),
      ),
      ...list('skills', skills),
    ].join('\n'),
    'It needs Node 20.19 or newer as `node` on the PATH, and nothing else.',
    '## Install',
    [
      `- Claude Code: \`claude --plugin-dir FOLDER\` tries it; from a marketplace, \`/plugin install ${name}\`.`,
      '- VS Code, Cursor, Copilot, Codex and other clients of Agent Plugins 1.0: add this folder as a plugin.',
    ].join('\n'),
    ...needsSection(settings),
    ...(notes.length === 0 ? [] : ['## Not included', notes.map((note) => `- ${plainMarkdown(note)}`).join('\n')]),
  ].join('\n\n')}\n`;
}

function needsSection({ asks, secrets }: PackageSettings): readonly string[] {
  if (asks.length + secrets.length === 0) return [];
  const program = `node ${programFolder}/cli.cjs`;
  return [
    '## What it needs from you',
    'Installing it does not allow anything in this list: each prompt that needs one of these says so until you allow it.',
    [
      ...asks.map(({ title, from }) => `- ${plainMarkdown(title)} (${from.map(codeMarkdown).join(', ')})`),
      ...secrets.map(({ purpose }) => `- ${plainMarkdown(purpose)} It is not in this package.`),
    ].join('\n'),
    `Where the client has settings for plugins, as Claude Code does, each item has its switch or field. Anywhere else, \`${program} trust\` in this folder shows the list and asks, \`${program} allow ID\` allows one item, and secrets are variables of the environment.`,
  ];
}
