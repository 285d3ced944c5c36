/**
 * The manifests of a package. A plugin has two: Agent Plugins 1.0.0 (https://agent-plugins.org, `plugin.json` and `mcp.json`,
 * sections 5 and 7.2) and Claude Code's own (`.claude-plugin/plugin.json` and `.mcp.json`), which has settings. A bundle has
 * the manifest 0.3 of MCPB (https://github.com/modelcontextprotocol/mcpb, `MANIFEST.md`).
 */
import { wordList } from '../base/text/word-list.ts';
import type { ResolvedServer } from '../model/definitions.ts';
import { secretVariable } from './environment.ts';
import { jsonFile, type PackageFile } from './package-file.ts';
import { programFolder, startFileName } from './program-files.ts';
import type { PackageSettings } from './settings.ts';

export interface PackageIdentity {
  /** Lower-case letters and digits with hyphens, at most 64. */
  readonly name: string;
  /** A semantic version. */
  readonly version: string;
  /** The server's title, else its name. */
  readonly title: string;
  readonly description: string;
  readonly author: string;
  /** The server's name in the list of an application's servers. */
  readonly entry: string;
  /** The catalogue name. */
  readonly server: string;
}

const schemas = 'https://agent-plugins.org/schemas/1.0.0';

/** The oldest Node that the program runs on. */
const nodeVersion = '>=20.19.0';

export function pluginManifests(identity: PackageIdentity, settings: PackageSettings): readonly PackageFile[] {
  const { name, version, description, author, entry, server } = identity;
  const about = { name, version, description, author: { name: author } };
  const args = (root: string, ...options: readonly string[]) => [
    `\${${root}}/${programFolder}/cli.cjs`,
    'serve',
    ...options,
    '--',
    server,
  ];
  const userConfig = settingFields(settings);
  const env = settingVariables(settings);
  return [
    jsonFile('plugin.json', { $schema: `${schemas}/plugin.schema.json`, ...about }),
    jsonFile('mcp.json', {
      $schema: `${schemas}/mcp.schema.json`,
      mcpServers: { [entry]: { type: 'stdio', command: 'node', args: args('PLUGIN_ROOT') } },
    }),
    jsonFile('.claude-plugin/plugin.json', { ...about, ...(userConfig && { userConfig }) }),
    jsonFile('.mcp.json', {
      mcpServers: {
        [entry]: { command: 'node', args: args('CLAUDE_PLUGIN_ROOT', '--for', 'claude-code'), ...(env && { env }) },
      },
    }),
  ];
}

export function bundleManifest(identity: PackageIdentity, settings: PackageSettings): PackageFile {
  const { name, version, title, description, author, server } = identity;
  const userConfig = settingFields(settings);
  const env = settingVariables(settings) ?? {};
  return jsonFile('manifest.json', {
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description,
    author: { name: author },
    server: {
      type: 'node',
      entry_point: startFileName,
      mcp_config: {
        command: 'node',
        // The application replaces it by the folder of the bundle.
        args: [`\${__dirname}/${programFolder}/cli.cjs`, 'serve', '--', server],
        env,
      },
    },
    prompts_generated: true,
    tools_generated: true,
    compatibility: { runtimes: { node: nodeVersion } },
    ...(userConfig && { user_config: userConfig }),
  });
}

/** The fields of both formats, which are alike; undefined if there are none. */
function settingFields({ asks, secrets }: PackageSettings) {
  const switches = asks.flatMap(({ key, title, from, variable }) =>
    variable === undefined
      ? []
      : [[key, { type: 'boolean', title, description: `Asked for by ${wordList(from)}.`, default: false }] as const],
  );
  const fields = secrets.map(
    ({ key, name, purpose }) =>
      [key, { type: 'string', title: name, description: purpose, sensitive: true, required: false }] as const,
  );
  const options = [...switches, ...fields];
  return options.length === 0 ? undefined : Object.fromEntries(options);
}

/** The variables that carry the settings to the program; undefined if there are none. */
function settingVariables({ asks, secrets }: PackageSettings): Readonly<Record<string, string>> | undefined {
  const value = (key: string) => `\${user_config.${key}}`;
  const allFields = [
    ...asks.flatMap(({ key, variable }) => (variable === undefined ? [] : [[variable, value(key)] as const])),
    ...secrets.map(({ key, name }) => [secretVariable(name), value(key)] as const),
  ];
  return allFields.length === 0 ? undefined : Object.fromEntries(allFields);
}

/** `The prompts of Sample prompts: explain, translate and 7 more.` */
export function describeServer(server: ResolvedServer): string {
  const title = server.title ?? server.name;
  const entries = server.prompts.length > 0 ? server.prompts : server.tools;
  const what = server.prompts.length > 0 ? 'prompts' : 'tools';
  if (entries.length === 0) return `The server ${title}.`;
  const firstNames = entries.slice(0, 4).map(({ name }) => name);
  const otherCount = entries.length - firstNames.length;
  return `The ${what} of ${title}: ${wordList(otherCount > 0 ? [...firstNames, `${otherCount} more`] : firstNames)}.`;
}
