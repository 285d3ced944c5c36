/** Plans what a package of one server contains and will need. Writes nothing. */
import { WorkbenchError } from '../base/errors.ts';
import { claudeCode } from '../clients/applications/claude-code.ts';
import { entryName } from '../clients/connect/entry-name.ts';
import { realFolder } from '../files/workspace-paths.ts';
import { readMedia } from '../library/media.ts';
import type { Library } from '../library/types.ts';
import { bytesOf, filesOf, skillsOf } from '../skills/skill-entry.ts';
import { asksByFiles } from '../trust/workspace-asks.ts';
import { bundleManifest, describeServer, type PackageIdentity, pluginManifests } from './manifests.ts';
import { type PackageFile, textFile } from './package-file.ts';
import { packageName, semanticVersion } from './package-name.ts';
import { collectParts, type ServerParts } from './parts-of-server.ts';
import { readProgramFiles } from './program-files.ts';
import { readmeText } from './readme.ts';
import { findKnownSecrets, refuseSecrets } from './secrets-in-files.ts';
import { type PackageSettings, settingsOf } from './settings.ts';
import { copyWorkspaceFiles, workspaceFolder } from './workspace-files.ts';

/** `plugin`: a folder, and an archive of it. `bundle`: one file for Claude Desktop (`.mcpb`). */
export type PackageKind = 'plugin' | 'bundle';

export interface PackagePlan {
  readonly kind: PackageKind;
  readonly identity: PackageIdentity;
  /** Sorted by path. */
  readonly files: readonly PackageFile[];
  readonly prompts: readonly string[];
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  readonly settings: PackageSettings;
  /** What the package does not have or cannot do, each in one sentence. */
  readonly notes: readonly string[];
}

export interface PackOptions {
  /** The built command line. */
  readonly cliFile: string;
  readonly stateDir: string;
  /** The author that the manifests name; by default the server's title. */
  readonly author?: string | undefined;
}

/**
 * @param server its catalogue name, or its `Name`
 * @throws WorkbenchError `not-found` | `invalid-input` | `unavailable`, and `refused` where a secret would be packed
 */
export async function planPackage(
  library: Pick<Library, 'dir' | 'snapshot'>,
  server: string,
  kind: PackageKind,
  { cliFile, stateDir, author }: PackOptions,
): Promise<PackagePlan> {
  const root = realFolder(library.dir);
  const parts = collectParts(library.snapshot(), server);
  const identity = identityOf(parts, author);
  const asks = [...asksByFiles(parts.files, root).values(), ...builtinAsks(parts)].map(({ ask, from }) => ({
    ask,
    from: [...new Set(from.map(({ file }) => file))],
  }));
  const settings = settingsOf(asks, parts.sources);
  const { files: copies, notes: copyNotes } = await copyWorkspaceFiles(root, parts);
  const definitions = new Set(parts.files.map(({ file }) => `${workspaceFolder}/${file}`));
  const knownSecrets = await findKnownSecrets(
    stateDir,
    settings.secrets.map(({ name }) => name),
  );
  refuseSecrets(copies, definitions, parts.sources, knownSecrets);
  const program = await readProgramFiles(
    cliFile,
    parts,
    copies.filter(({ path }) => definitions.has(path)),
  );
  const skills = kind === 'plugin' ? skillsOf(parts.server) : [];
  const notes = [...notesOf(parts), ...copyNotes, ...skills.flatMap(({ skillText }) => skillText.losses)];
  const names = skills.map(({ name }) => name);
  const ownFiles =
    kind === 'plugin'
      ? [
          ...pluginManifests(identity, settings),
          textFile('README.md', readmeText({ identity, server: parts.server, skills: names, settings, notes })),
          ...(await skillFiles(root, parts)),
        ]
      : [bundleManifest(identity, settings)];
  const files = [...ownFiles, ...program, ...copies];
  refuseSecrets(ownFiles, new Set(), [], knownSecrets);
  return {
    kind,
    identity,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    prompts: parts.server.prompts.map(({ name }) => name),
    tools: parts.server.tools.map(({ name }) => name),
    skills: names,
    settings,
    notes,
  };
}

/** The asks of a built-in server, which has no file. */
function builtinAsks({ files, sources, usesWolfram }: ServerParts) {
  if (files.length > 0) return [];
  const isAlpha = sources.some(({ definition }) => definition.type === 'WolframAlpha');
  return [
    ...(isAlpha
      ? [{ ask: { kind: 'address', address: 'https://www.wolframalpha.com', isPrivate: false } as const, from: [] }]
      : []),
    ...(usesWolfram ? [{ ask: { kind: 'evaluator' } as const, from: [] }] : []),
  ];
}

function identityOf({ name, server }: ServerParts, author: string | undefined): PackageIdentity {
  if (`${name}${server.name}`.includes('${')) {
    const message = `Client applications would expand \${…} in the name of ${server.name} as a variable. Rename the server.`;
    throw new WorkbenchError('refused', message);
  }
  const title = server.title ?? server.name;
  return {
    name: packageName(name),
    version: semanticVersion(server.version) ?? '1.0.0',
    title,
    description: describeServer(server),
    author: author ?? title,
    entry: entryName(claudeCode, server.name),
    server: name,
  };
}

async function skillFiles(root: string, { server }: ServerParts): Promise<readonly PackageFile[]> {
  const folders = skillsOf(server).map((skill) =>
    Promise.all(
      filesOf(skill).map(async (file) => ({
        path: `skills/${skill.name}/${file.path}`,
        bytes: await bytesOf(skill, file, (path) => readMedia(root, path)),
      })),
    ),
  );
  return (await Promise.all(folders)).flat();
}

function notesOf({ server, unservedNames }: ServerParts): readonly string[] {
  const lists = server.prompts.flatMap((prompt) =>
    prompt.arguments.some(({ complete }) => complete?.kind === 'files') ? [prompt.name] : [],
  );
  return [
    ...(semanticVersion(server.version) === undefined
      ? [`The version ${JSON.stringify(server.version)} is not like 1.2.3, so the package has the version 1.0.0.`]
      : []),
    ...unservedNames.map(
      (name) => `${name} has an error and is not served: correct it, or take it out of the server's list.`,
    ),
    ...lists.map(
      (name) => `${name} suggests file names of the workspace, but the package has only the files that it needs.`,
    ),
  ];
}
