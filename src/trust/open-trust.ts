import { realFolder } from '../library/workspace-paths.ts';
import { createTrust, type Trust } from './trust.ts';

/** What is allowed in one workspace. Nothing is read, or loaded, before the first question. */
export function openTrust({
  workspaceDir,
  stateDir,
  log,
}: {
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly log: (line: string) => void;
}): Trust {
  const root = realFolder(workspaceDir);
  return createTrust({
    root,
    openFile: async () => (await import('./record.ts')).trustFile(stateDir, root, log),
  });
}
