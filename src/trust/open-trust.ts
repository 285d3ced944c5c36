import { realFolder } from '../files/workspace-paths.ts';
import { createTrust, type PackedTrust, type Trust } from './trust.ts';

/** Opens the trust of one workspace. It reads and loads nothing before the first question. */
export function openTrust({
  workspaceDir,
  stateDir,
  log,
  packedTrust,
}: {
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly log: (line: string) => void;
  readonly packedTrust?: PackedTrust;
}): Trust {
  const root = realFolder(workspaceDir);
  return createTrust({
    root,
    packedTrust,
    openFile: async () => (await import('./record.ts')).trustFile(stateDir, root, log),
  });
}
