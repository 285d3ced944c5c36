/** Connecting Claude Code: one entry in a project's `.mcp.json`, shown first, written as a transaction, undoable. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, parse, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConnectOutcome, ConnectPlan, Output } from '../contract/contract.ts';
import { WorkbenchError } from '../model/errors.ts';
import {
  type ClaudeEntry,
  collision,
  commandsOf,
  configurationName,
  entryOf,
  nameOf,
  type OfferedPrompt,
  promptWarnings,
  section,
} from './claude-conventions.ts';
import { hiddenBecause } from './claude-settings.ts';
import { createJournal, hashOf } from './journal.ts';
import {
  decodeUtf8,
  findEntry,
  type JsonDocument,
  membersOf,
  RefusedFile,
  rawValue,
  readDocument,
} from './json-document.ts';
import { setEntry } from './json-edit.ts';
import type { StdioCommand } from './serve-command.ts';
import { assertAsSeen, lookAt, replaceSeen, type SeenFile } from './transaction.ts';
import { undoing } from './undo.ts';

export interface ClaudeCodeExportOptions {
  /** Where the journal and the backups are kept. */
  readonly stateDir: string;
  /** The command that serves one server of the workspace over stdio. */
  readonly serveCommand: (server: string) => StdioCommand;
  /** The prompts that are served. @throws WorkbenchError `not-found` for an unknown server */
  readonly promptsOf: (server: string) => readonly OfferedPrompt[] | Promise<readonly OfferedPrompt[]>;
}

export interface ClaudeCodeExport {
  /**
   * Shows what connecting would change; writes nothing. What cannot be done safely is a `refused` plan.
   * @throws WorkbenchError `not-found` for an unknown server
   */
  plan(request: { readonly server: string; readonly projectDir: string }): Promise<ConnectPlan>;
  /**
   * Writes a plan, once, then starts the written command and asks for its prompts. A command that fails leaves the file
   * written, for the user to undo. @throws WorkbenchError `not-found` for an unknown plan, `conflict` when the file has
   * changed since it was planned, `refused` when it may not be written
   */
  apply(planId: string): Promise<ConnectOutcome>;
  /** Takes a written change back. @throws WorkbenchError `not-found`, or `refused` when somebody changed the entry */
  undo(journalId: string): Promise<Output<'connect.undo'>>;
  /** Every change so far, newest first. */
  history(): Promise<Output<'connect.history'>>;
}

interface Planned {
  readonly server: string;
  readonly folder: string;
  readonly file: string;
  readonly seen: SeenFile;
  readonly document: JsonDocument;
  readonly after: string;
  readonly name: string;
  readonly command: StdioCommand;
  readonly entry: ClaudeEntry;
}

/** A plan is of use for as long as it is on a screen. */
const plansKept = 20;

/** Plans live in memory, the journal in `stateDir`: a plan is gone after a restart, an undo is not. */
export function createClaudeCodeExport({
  stateDir,
  serveCommand,
  promptsOf,
}: ClaudeCodeExportOptions): ClaudeCodeExport {
  const journal = createJournal(stateDir);
  const plans = new Map<string, Planned>();

  function keep(planned: Planned): string {
    const planId = randomUUID();
    plans.set(planId, planned);
    const [oldest] = plans.keys();
    if (plans.size > plansKept && oldest !== undefined) plans.delete(oldest);
    return planId;
  }

  async function write({ server, file, seen, document, after, name, entry }: Planned) {
    if (after === document.text) {
      await assertAsSeen(seen);
      return {};
    }
    const former = findEntry(document, name);
    const bytes = Buffer.from(after);
    const record = await journal.add(
      {
        client: 'claude-code',
        server,
        file,
        section,
        name,
        // As JSON data, which has no `undefined` and is what will be read back.
        entry: JSON.parse(JSON.stringify(entry)),
        ...(former ? { formerEntry: rawValue(document, former) } : {}),
        madeSection: !document.section,
        written: hashOf(bytes),
      },
      seen.bytes,
    );
    try {
      await replaceSeen(seen, bytes);
    } catch (error) {
      await journal.drop(record);
      throw error;
    }
    return { journalId: record.id, ...(record.backup === undefined ? {} : { backup: record.backup }) };
  }

  return {
    async plan({ server, projectDir }) {
      const prompts = await promptsOf(server);
      const folder = resolve(projectDir.replace(/^~(?=$|[\\/])/, homedir()));
      const file = join(folder, configurationName);
      try {
        await assertFolder(projectDir, folder);
        const planned = await planEntry(server, folder, file, serveCommand(server));
        const { seen, document, after, name } = planned;
        return {
          kind: 'ready',
          planId: keep(planned),
          file,
          exists: seen.bytes !== undefined,
          unchanged: after === document.text,
          before: document.text,
          after,
          commands: commandsOf(name, prompts),
          warnings: [...warningsOf(planned), ...promptWarnings(prompts), ...(await hiddenBecause(folder, name))],
        };
      } catch (error) {
        if (!(error instanceof WorkbenchError)) throw error;
        return { kind: 'refused', file, message: error.message, ...(error instanceof RefusedFile ? error.place : {}) };
      }
    },

    async apply(planId) {
      const planned = plans.get(planId);
      if (!planned) {
        throw new WorkbenchError(
          'not-found',
          'This change is written already, or no longer current. Look at it again.',
        );
      }
      plans.delete(planId);
      const written = await write(planned);
      // The MCP client is loaded when it is needed: planning and history do without.
      const { prove } = await import('./prove.ts');
      return { ...written, file: planned.file, proof: await prove(planned.command, planned.folder) };
    },

    async undo(journalId) {
      const record = (await journal.list()).find(({ id }) => id === journalId);
      if (!record)
        throw new WorkbenchError('not-found', 'There is no record of this change. Look at the history again.');
      const { file } = record;
      if (record.undone) throw new WorkbenchError('refused', 'This change has been undone already.');
      if (!isAbsolute(file) || basename(file) !== configurationName) {
        const message = `${file} is no file that this workbench writes, so the record is not followed. Edit the file by hand.`;
        throw new WorkbenchError('refused', message);
      }
      const before = await journal.readBackup(record);
      const seen = await lookAt(file);
      const step = undoing(record, seen.bytes, before);
      if (step.kind === 'write') await replaceSeen(seen, step.bytes);
      await journal.markUndone(record);
      return { file, message: step.message };
    },

    async history() {
      const records = await journal.list();
      return records.map(({ id, client, server, file, when, undone }) => ({
        journalId: id,
        client,
        server,
        file,
        when,
        undone,
      }));
    },
  };
}

async function assertFolder(asked: string, folder: string): Promise<void> {
  if (!isAbsolute(asked) && !asked.startsWith('~')) {
    throw new RefusedFile(`"${asked}" is not a whole path. Write the project folder from its root, such as ${folder}.`);
  }
  const stats = await stat(folder).catch(() => undefined);
  if (!stats) throw new RefusedFile(`There is no folder ${folder}. Choose the folder in which you start Claude Code.`);
  if (!stats.isDirectory())
    throw new RefusedFile(`${folder} is a file. Choose the folder in which you start Claude Code.`);
}

async function planEntry(server: string, folder: string, file: string, command: StdioCommand): Promise<Planned> {
  const name = nameOf(server);
  const entry = entryOf(command);
  const seen = await lookAt(file);
  const document = readDocument(seen.bytes ? decodeUtf8(seen.bytes) : '', section);
  const present = findEntry(document, name);
  const other = collision(name, server, entriesOf(document));
  if (other !== undefined) {
    const message = `The file has an entry "${other}", which Claude Code cannot tell from "${server}". Rename the server or that entry.`;
    throw new RefusedFile(message);
  }
  const isThere = present && isDeepStrictEqual(JSON.parse(rawValue(document, present)), entry);
  const after = isThere ? document.text : setEntry(document.text, section, name, entry);
  return { server, folder, file, seen, document, after, name, command, entry };
}

function entriesOf(document: JsonDocument): Map<string, unknown> {
  const members = document.section ? membersOf(document.section.value) : [];
  return new Map(members.map((member) => [member.key, JSON.parse(rawValue(document, member))]));
}

function warningsOf({ server, folder, file, seen, document, after, name }: Planned): string[] {
  const unchanged = after === document.text;
  const everywhere = folder === homedir() || folder === parse(folder).root;
  return [
    ...(unchanged
      ? []
      : [
          'When Claude Code next starts in this folder it asks about this server: choose the first line, not the one preselected.',
        ]),
    ...(seen.isLink ? [`${file} is a link: what is changed is ${seen.path}.`] : []),
    ...(name === server ? [] : [`Claude Code knows "${server}" as "${name}".`]),
    ...(!unchanged && findEntry(document, name) ? [`The file's present entry "${name}" is replaced.`] : []),
    ...(everywhere
      ? [`${folder} is not a project folder: Claude Code will offer these prompts in every folder below it.`]
      : []),
  ];
}
