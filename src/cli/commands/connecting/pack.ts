/** `pack SERVER --as plugin|mcpb --to DIR`: writes a server as a package that other people install. */
import { formatCount } from '../../../base/text/format-count.ts';
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import { bytes } from '../../messages-as-text.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

interface PackOptions {
  readonly workspace?: string;
  readonly as: 'plugin' | 'mcpb';
  readonly to?: string;
  readonly author?: string;
  readonly marketplace?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** @throws UsageError; WorkbenchError as `planPackage` and `writePackage` */
export async function pack(server: string, options: PackOptions): Promise<void> {
  const { as, to, author, dryRun = false } = options;
  if (options.marketplace && as !== 'plugin') throw new UsageError('A marketplace lists plugins: use --as plugin.');
  const [{ planPackage }, { planTarget, writePackage }, { openLibrary }] = await Promise.all([
    import('../../../pack/plan-package.ts'),
    import('../../../pack/write-package.ts'),
    import('../../../library/open-library.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const marketplace = options.marketplace ? await import('../../../pack/marketplace.ts') : undefined;
  const folder = to ?? marketplace?.pluginsFolder(dir);
  if (folder === undefined) throw new UsageError('Pack it into which folder? Add --to DIR.');
  const library = await openLibrary(dir, { watch: false });
  try {
    const kind = as === 'plugin' ? 'plugin' : 'bundle';
    const plan = await planPackage(library, server, kind, { cliFile: __filename, stateDir: stateDir(), author });
    const listing = marketplace ? await marketplace.planListing(dir, plan.identity, folder) : undefined;
    const target = dryRun ? await planTarget(plan, folder) : await writePackage(plan, folder);
    if (listing && !dryRun) await listing.write();
    const result = { plan, target, marketplace: listing?.file, dryRun };
    if (options.json) printJson(asData(result));
    else printResult(result);
  } finally {
    await library.close();
  }
}

interface PackResult {
  readonly plan: import('../../../pack/plan-package.ts').PackagePlan;
  readonly target: import('../../../pack/write-package.ts').PackageTarget;
  readonly marketplace: string | undefined;
  readonly dryRun: boolean;
}

function asData({ plan, target, marketplace, dryRun }: PackResult) {
  const { sizeBytes, archiveSizeBytes, ...targetFields } = target;
  const { kind, identity, prompts, tools, skills, settings, notes, files } = plan;
  return {
    written: !dryRun,
    kind,
    ...identity,
    ...targetFields,
    size: sizeBytes,
    archiveSize: archiveSizeBytes,
    ...(marketplace !== undefined && { marketplace }),
    prompts,
    tools,
    skills,
    needs: settings.asks.map(({ id, title, from, variable }) => ({
      id,
      title,
      from,
      hasSwitch: variable !== undefined,
    })),
    secrets: settings.secrets.map(({ name, purpose }) => ({ name, purpose })),
    notes: [...notes, ...target.notes],
    files: files.map((file) => ({ path: file.path, size: file.bytes.length })),
  };
}

function printResult({ plan, target, marketplace, dryRun }: PackResult): void {
  const { identity, files, settings, prompts, tools, skills } = plan;
  const verb = dryRun ? 'Would write' : target.state === 'same' ? 'Wrote again' : 'Wrote';
  const counts = [...countNames(prompts, 'prompt'), ...countNames(tools, 'tool'), ...countNames(skills, 'skill')];
  const lines = [
    `${identity.name} ${identity.version}: ${counts.join(', ')}`,
    ...(target.folder === undefined
      ? []
      : [`${verb} ${onOneLine(target.folder)} (${files.length + 1} files, ${bytes(target.sizeBytes)})`]),
    `${verb} ${onOneLine(target.archive)} (${bytes(target.archiveSizeBytes)})`,
    ...(marketplace === undefined ? [] : [`${dryRun ? 'Would list' : 'Listed'} it in ${onOneLine(marketplace)}`]),
  ];
  if (settings.asks.length + settings.secrets.length > 0) lines.push('The person who installs it decides about:');
  for (const { title, from } of settings.asks)
    lines.push(`  ${onOneLine(title)}${from.length === 0 ? '' : ` (${from.map(onOneLine).join(', ')})`}`);
  for (const { purpose } of settings.secrets) lines.push(`  ${onOneLine(purpose)}`);
  print(`${lines.join('\n')}\n`);
  for (const note of [...plan.notes, ...target.notes]) printError(`${onOneLine(`Note: ${note}`)}\n`);
}

function countNames(names: readonly string[], noun: string): readonly string[] {
  return names.length === 0 ? [] : [formatCount(names.length, noun)];
}
