/** `diff`: prints what has changed since a commit, by prompt, and what each client application reads differently. */
import { workspaceDir } from '../../../state/paths.ts';
import { createCliServices } from '../../cli-services.ts';
import { print, printJson } from '../../print.ts';

interface DiffOptions {
  readonly workspace?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

export async function diff(ref: string, options: DiffOptions): Promise<void> {
  const [{ openLibrary }, { findChangesSince }, { changesText }, { changesMarkdown }] = await Promise.all([
    import('../../../library/open-library.ts'),
    import('../../../changes/compare-workspaces.ts'),
    import('../../../changes/reports/text-report.ts'),
    import('../../../changes/reports/markdown-report.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const library = await openLibrary(dir, { watch: false });
  const services = createCliServices(dir);
  try {
    const changes = await findChangesSince(ref, library, services);
    if (options.json) printJson(changes);
    else print(options.markdown ? changesMarkdown(changes) : changesText(changes));
  } finally {
    await services.close();
    await library.close();
  }
}
