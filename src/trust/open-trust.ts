import { realFolder } from '../files/workspace-paths.ts';
import { createTrust, type Trust } from './trust.ts';

/** Opens the trust of one workspace. It reads and loads nothing before the first question. */
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
