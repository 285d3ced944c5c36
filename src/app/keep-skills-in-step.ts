/** Brings installed skills up to date after a change of the workspace, if a person has chosen that for them. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inBackground } from '../base/in-background.ts';
import { loadOnce } from '../base/load-once.ts';
import type { SkillInstalls } from '../clients/skills/skill-installs.ts';
import type { Log } from '../contract/dispatch.ts';
import type { Library } from '../library/types.ts';
import { offeredSkills } from './handlers/programs/skills.ts';

/** The pause after the last change, because a person may still be typing. */
const quietMs = 1_000;

export interface SkillsInStep {
  /** Loads the installations at the first call. */
  readonly installs: () => Promise<SkillInstalls>;
  /** Finishes a running update. */
  close(): Promise<void>;
}

/** Follows the library until it is closed. Loads nothing unless a skill is kept in step. */
export function keepSkillsInStep(
  library: Library,
  { stateDir, workspaceDir, log }: { readonly stateDir: string; readonly workspaceDir: string; readonly log: Log },
): SkillsInStep {
  let timer: NodeJS.Timeout | undefined;
  let runningUpdate: Promise<unknown> = Promise.resolve();
  let lastFailures = '';

  const installs = loadOnce(async () => {
    const { createSkillInstalls } = await import('../clients/skills/skill-installs.ts');
    const skillInstalls = createSkillInstalls({
      stateDir,
      workspaceDir: resolve(workspaceDir),
      skillsOf: async (server) => offeredSkills(library.server(server)),
    });
    return {
      ...skillInstalls,
      async keep(folder: string, isKept: boolean) {
        await skillInstalls.keep(folder, isKept);
        // The workspace may have changed before the choice.
        if (isKept) schedule();
      },
    };
  });

  async function update(): Promise<void> {
    const { keptSkillsFile } = await import('../clients/skills/kept-folders.ts');
    const hasKept = await readFile(join(stateDir, keptSkillsFile)).catch(() => undefined);
    if (!hasKept) return;
    const failures = (await (await installs()).keepInStep()).join('\n');
    if (failures !== '' && failures !== lastFailures) log(`warning: ${failures}`);
    lastFailures = failures;
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      runningUpdate = runningUpdate.catch(() => undefined).then(update);
      inBackground(runningUpdate, (error) => log(`skills: ${String(error)}`));
    }, quietMs).unref();
  }

  const stop = library.subscribe(schedule);
  schedule();
  return {
    installs,
    async close() {
      stop();
      clearTimeout(timer);
      await runningUpdate.catch(() => undefined);
    },
  };
}
