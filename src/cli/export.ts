import { resolve } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { ClaudeCodeExport } from '../clients/claude-code.ts';
import type { ConnectPlan } from '../contract/contract.ts';
import { WorkbenchError } from '../model/errors.ts';
import { stateDir, workspaceDir } from '../paths.ts';
import { print, printError } from './print.ts';

type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;

/**
 * Shows the change that connects Claude Code to a server and, unless it is a dry run, writes it and proves that the
 * written command answers.
 */
export async function exportServer(
  server: string,
  options: { workspace?: string; project: string; dryRun?: boolean },
): Promise<void> {
  const claudeCode = await openClaudeCode(options.workspace);
  const plan = await claudeCode.plan({ server, projectDir: resolve(options.project) });
  if (plan.kind === 'refused') throw new WorkbenchError('refused', `${plan.file}${placeOf(plan)}: ${plan.message}`);
  print(changeAsText(plan));
  for (const warning of plan.warnings) printError(`Note: ${warning}\n`);
  if (options.dryRun) {
    printError('Nothing was written.\n');
    return;
  }
  const { journalId, backup, proof } = await claudeCode.apply(plan.planId);
  if (journalId !== undefined) {
    print(`Written: ${plan.file}${backup === undefined ? '' : ` (the former file: ${backup})`}\n`);
    print(`To take it back: prompt-workbench undo ${journalId}\n`);
  }
  if (proof.kind === 'failed') throw new WorkbenchError('failed', proof.message);
  const milliseconds = Math.round(proof.milliseconds);
  print(`Started as written, it answered prompts/list in ${milliseconds} ms. In Claude Code type:\n`);
  print(plan.commands.map((command) => `  ${command}\n`).join(''));
}

/** Takes back one export, or the latest that still stands. */
export async function undo(id: string | undefined, options: { workspace?: string }): Promise<void> {
  const claudeCode = await openClaudeCode(options.workspace);
  const journalId = id ?? (await claudeCode.history()).find((entry) => !entry.undone)?.journalId;
  if (journalId === undefined) throw new WorkbenchError('not-found', 'There is no export to take back.');
  const { file, message } = await claudeCode.undo(journalId);
  print(`${file}: ${message}\n`);
}

async function openClaudeCode(workspace: string | undefined): Promise<ClaudeCodeExport> {
  const dir = workspaceDir(workspace);
  const [{ createClaudeCodeExport }, { serveCommand }] = await Promise.all([
    import('../clients/claude-code.ts'),
    import('../clients/serve-command.ts'),
  ]);
  return createClaudeCodeExport({
    stateDir: stateDir(),
    serveCommand: (server) => serveCommand({ cliFile: __filename, workspaceDir: dir, server }),
    async promptsOf(server) {
      const { openServer } = await import('../library/open-server.ts');
      const source = await openServer(dir, server, { watch: false });
      await source.close();
      return source.current().prompts;
    },
  });
}

/** A unified diff, as `diff -u` prints it, or a sentence where there is nothing to change. */
function changeAsText({ file, exists, unchanged, before, after }: ReadyPlan): string {
  if (unchanged) return `${file} has this very entry already.\n`;
  return createTwoFilesPatch(exists ? file : '/dev/null', file, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
}

function placeOf({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `:${line}:${column ?? 1}`;
}
