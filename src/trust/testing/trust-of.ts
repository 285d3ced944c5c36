import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTrust } from '../open-trust.ts';
import type { Trust } from '../trust.ts';

/** The trust of a workspace whose state folder is `.state` in it. Nothing is allowed yet. */
export function trustOf(workspaceDir: string): Trust {
  const stateDir = join(workspaceDir, '.state');
  mkdirSync(stateDir, { recursive: true });
  return openTrust({
    workspaceDir,
    stateDir,
    log: (line) => {
      throw new Error(line);
    },
  });
}
