/** The calls that pack a server for other people, and compare its surfaces. Their code loads at the first call. */
import { WorkbenchError } from '../../../base/errors.ts';
import type { Handlers, Output } from '../../../contract/contract.ts';
import type { Library } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';
import type { PackagePlan, PackOptions } from '../../../pack/plan-package.ts';
import type { PublishedPlugin } from '../../../pack/publish-plugin.ts';
import type { Trust } from '../../../trust/trust.ts';

export interface ShareParts {
  readonly library: Library;
  readonly services: ServerServices;
  readonly trust: Trust;
  readonly pack: PackOptions;
}

type ShareCall = Extract<keyof Handlers, `${'pack' | 'surfaces'}.${string}`>;

export function shareHandlers({ library, services, trust, pack }: ShareParts): Pick<Handlers, ShareCall> {
  /** The plugin that this process published last, by server. */
  const publishedPlugins = new Map<string, PublishedPlugin>();
  const plan = async (server: string, kind: PackagePlan['kind']) => {
    const { planPackage } = await import('../../../pack/plan-package.ts');
    return planPackage(library, server, kind, pack);
  };
  return {
    async 'pack.plan'({ server, kind }) {
      const [packagePlan, { makeArchive }, { enclosingRepository }] = await Promise.all([
        plan(server, kind),
        import('../../../pack/write-package.ts'),
        import('../../../pack/marketplace.ts'),
      ]);
      const repository = enclosingRepository(library.dir);
      return {
        ...planView(packagePlan, (await makeArchive(packagePlan)).bytes.length),
        ...(repository !== undefined && { repository }),
      };
    },
    async 'pack.archive'({ server, kind }) {
      const [packagePlan, { makeArchive }] = await Promise.all([
        plan(server, kind),
        import('../../../pack/write-package.ts'),
      ]);
      const { fileName, bytes } = await makeArchive(packagePlan);
      return { fileName, data: Buffer.from(bytes).toString('base64') };
    },
    async 'pack.publish'({ server }) {
      const [packagePlan, { publishPlugin }] = await Promise.all([
        plan(server, 'plugin'),
        import('../../../pack/publish-plugin.ts'),
      ]);
      const plugin = await publishPlugin(packagePlan, library.dir);
      publishedPlugins.set(server, plugin);
      const { folder, marketplace, notes } = plugin;
      return { folder, marketplace, notes: [...notes] };
    },
    async 'pack.unpublish'({ server }) {
      const plugin = publishedPlugins.get(server);
      if (!plugin) throw new WorkbenchError('not-found', 'Nothing is left to undo: use git to restore the files.');
      await plugin.undo();
      publishedPlugins.delete(server);
      return {};
    },
    async 'surfaces.compare'({ server }) {
      const { compareSurfaces } = await import('../../../surfaces/compare-surfaces.ts');
      const liveServer = library.server(server);
      const comparison = await compareSurfaces({ library, liveServer, server, services, trust, pack });
      return comparison as Output<'surfaces.compare'>;
    },
  };
}

const partNames: readonly (readonly [RegExp, string])[] = [
  [/^server\//, 'The program'],
  [/^workspace\//, 'The definitions, their files and pages'],
  [/^skills\//, 'The skills'],
  [/./, 'The manifests'],
];

function planView(plan: PackagePlan, archiveSizeBytes: number): Output<'pack.plan'> {
  const { kind, identity, files, prompts, tools, skills, settings, notes } = plan;
  const parts = new Map<string, { name: string; files: number; sizeBytes: number }>();
  for (const { path, bytes } of files) {
    const name = partNames.find(([pattern]) => pattern.test(path))?.[1] ?? path;
    const part = parts.get(name) ?? { name, files: 0, sizeBytes: 0 };
    parts.set(name, { name, files: part.files + 1, sizeBytes: part.sizeBytes + bytes.length });
  }
  return {
    kind,
    name: identity.name,
    version: identity.version,
    title: identity.title,
    prompts: [...prompts],
    tools: [...tools],
    skills: [...skills],
    parts: [...parts.values()].sort((a, b) => b.sizeBytes - a.sizeBytes),
    sizeBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    archiveSizeBytes,
    needs: settings.asks.map(({ id, title, from, variable }) => ({
      id,
      title,
      from: [...from],
      hasSwitch: variable !== undefined,
    })),
    secrets: settings.secrets.map(({ name, purpose }) => ({ name, purpose })),
    notes: [...notes],
  };
}
