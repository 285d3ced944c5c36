/** Finds the causes that keep the workbench's servers out of client applications. Reads files and writes nothing. */
import { realpath } from 'node:fs/promises';
import { sentence } from '../../base/errors.ts';
import { codeOf, failureSentence } from '../../files/file-errors.ts';
import type { ClientApplication, Place } from '../applications/application.ts';
import { applications, scopeFileOf, scopesOf } from '../applications/applications.ts';
import { formats } from '../config-files/edit.ts';
import { type SystemFolders, systemFolders } from '../config-files/system-folders.ts';
import { type DoctorOptions, entryFindings, isOfWorkspace, isOurs } from './entry-findings.ts';
import { refIn } from './entry-view.ts';
import type { Finding, Fix } from './finding.ts';
import { findLeftOvers } from './left-overs.ts';
import { stateOf } from './record/connection-state.ts';
import { wordsOf } from './record/workspace-of.ts';
import { decodeUtf8, RefusedFile } from './refused-file.ts';
import { readOrdinary } from './transaction.ts';

/** Checks every configuration file of every application, in the order of the applications. */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { folders = systemFolders(), project } = options;
  const findings: Finding[] = [];
  for (const application of applications) {
    for (const scope of scopesOf(application)) {
      const scopeFile = scopeFileOf(application, scope);
      const place = scopeFile.place?.(project) ?? application.place;
      for (const file of scopeFile.files(folders, scope === 'user' ? '' : project)) {
        const entries = await entriesOf(application, file, application.format, place, findings);
        for (const { name, value } of entries) {
          const entry = { application, scope, project, file, name, value };
          if (isOurs(value)) findings.push(...(await entryFindings(entry, entries, options)));
        }
      }
    }
    findings.push(...(await strayFindings(application, folders, project)));
  }
  return [...findings, ...(await droppedFindings(options)), ...(await leftOverFindings(options))];
}

/** The entries of a file at a place. An unreadable file gives one finding. */
async function entriesOf(
  application: ClientApplication,
  file: string,
  format: ClientApplication['format'],
  place: Place,
  findings: Finding[],
): Promise<readonly { readonly name: string; readonly value: unknown }[]> {
  try {
    return formats[format](decodeUtf8(await readOrdinary(file)), place).entries();
  } catch (error) {
    const isRefused = error instanceof RefusedFile;
    const code = codeOf(error);
    // Most files do not exist.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    const isKnown = findings.some((finding) => finding.file === file && finding.application === application.name);
    if (!isKnown) {
      const place = isRefused ? error.place : undefined;
      // A place is that of invalid text; without one, only this program has a limit.
      const what = place
        ? `${application.name} may ignore this file.`
        : `The workbench cannot check this file of ${application.name}.`;
      const reason =
        code === undefined ? `It cannot be parsed (${sentence(error)}).` : failureSentence('It cannot be read', error);
      const message = `${what} ${isRefused ? error.message : reason}`;
      findings.push({ severity: 'error', application: application.name, file, message, ...place });
    }
    return [];
  }
}

/** Servers in files that look like an application's configuration, but are not. */
async function strayFindings(
  application: ClientApplication,
  folders: SystemFolders,
  project: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const [scope] = scopesOf(application);
  const right = scope && scopeFileOf(application, scope).files(folders, project)[0];
  for (const { file, place, format } of application.unreadFiles?.(folders, project) ?? []) {
    for (const { name, value } of await entriesOf(application, file, format, place, [])) {
      const [here, there] = [place.path.join('.'), application.place.path.join('.')];
      const message = `${application.name} does not read "${here}" in this file, so "${name}" does not appear: it belongs under "${there}" in ${right}.`;
      const severity = isOurs(value) ? 'error' : 'warning';
      findings.push({ severity, application: application.name, file, message });
    }
  }
  return findings;
}

/** Connections whose entries are missing or changed; only the records show this. */
async function droppedFindings({ store, servers, workspaceDir }: DoctorOptions): Promise<Finding[]> {
  const writtenRecords = (await store.list()).filter(({ phase }) => phase === 'written');
  const latestRecords = writtenRecords.filter(
    (record, index) =>
      writtenRecords.findIndex(({ file, name }) => file === record.file && name === record.name) === index,
  );
  const findings: Finding[] = [];
  for (const record of latestRecords) {
    const { state, message } = await stateOf(record, { ownWorkspace: workspaceDir, records: writtenRecords });
    if (!['dropped', 'changed', 'replaced'].includes(state)) continue;
    const { client, file, server, scope, project, transport } = record;
    const application = applications.find(({ id }) => id === client)?.name ?? client;
    const canConnect =
      record.team === undefined &&
      state === 'dropped' &&
      servers.includes(server) &&
      isOfWorkspace(wordsOf(record.entry), workspaceDir);
    const ref = refIn(wordsOf(record.entry));
    const refOption = ref === undefined ? {} : { ref };
    const fix: Fix = { kind: 'connect', server, application: client, scope, project, transport, file, ...refOption };
    findings.push({ severity: 'warning', application, file, message, ...(canConnect && { fix }) });
  }
  return findings;
}

/** Temporary files of killed processes beside the configuration files. */
async function leftOverFindings({ folders = systemFolders(), project, store }: DoctorOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seenKeys = new Set<string>();
  for (const application of applications) {
    for (const scope of scopesOf(application)) {
      for (const fileName of scopeFileOf(application, scope).files(folders, scope === 'user' ? '' : project)) {
        const file = await realpath(fileName).catch(() => fileName);
        if (seenKeys.has(file)) continue;
        seenKeys.add(file);
        for (const { path, isKnown } of await findLeftOvers(file, store)) {
          const advice = isKnown
            ? 'nothing is lost: delete it.'
            : `its text is not in ${file}: compare the two, then delete it.`;
          const message = `A workbench that ended while it wrote left ${path}; ${advice}`;
          const fix: Fix = { kind: 'delete left-overs', file };
          findings.push({
            severity: 'warning',
            application: application.name,
            file,
            message,
            ...(isKnown && { fix }),
          });
        }
      }
    }
  }
  return findings;
}
