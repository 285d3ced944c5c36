/** Finds the causes that keep the workbench's servers out of client applications. Reads files and writes nothing. */
import { dirname } from 'node:path';
import type { ClientApplication, Place, Scope } from '../applications/application.ts';
import { adaptedId, applications, scopeFileOf, scopesOf } from '../applications/applications.ts';
import { type SystemFolders, systemFolders } from '../applications/system-folders.ts';
import { formats } from '../config-files/edit.ts';
import { hidingReasons, waitsForApproval } from './commands/claude-settings.ts';
import { collision, entryName, stringsIn } from './entry-name.ts';
import { tokenVariable } from './plan-change.ts';
import { missingPart, stateOf, wordsOf } from './record/connection-state.ts';
import type { ConnectionStore } from './record/connection-store.ts';
import { decodeUtf8, RefusedFile, type TextPlace } from './refused-file.ts';
import { readOrdinary } from './transaction.ts';

/** One thing to fix. An `error` keeps a server from appearing, a `warning` may. */
export interface Finding extends Partial<TextPlace> {
  readonly severity: 'error' | 'warning';
  /** The application's display name. */
  readonly application: string;
  readonly file: string;
  /** One sentence: the cause, and what to do. */
  readonly message: string;
}

export interface DoctorOptions {
  /** The project whose configurations are checked in addition to those of scope `user`. */
  readonly project: string;
  /** The workspace folder and its servers. */
  readonly workspaceDir: string;
  readonly servers: readonly string[];
  /** The present name of a server that had this name. */
  readonly presentName?: (former: string) => string | undefined;
  /** The HTTP address of a server for an application, now or when the workbench is open. */
  readonly addressOf: (server: string, forName: string | undefined) => Promise<{ readonly url: string } | undefined>;
  readonly store: ConnectionStore;
  readonly folders?: SystemFolders;
}

/** An entry in a file. */
interface Found {
  readonly application: ClientApplication;
  readonly scope: Scope;
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

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
          const found = { application, scope, file, name, value };
          if (isOurs(value)) findings.push(...(await findingsOf(found, entries, options)));
        }
      }
    }
    findings.push(...(await strayFindings(application, folders, project)));
  }
  return [...findings, ...(await droppedFindings(options.store))];
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
    // Most files do not exist.
    if (!isRefused && (error as NodeJS.ErrnoException).syscall !== undefined) return [];
    if (!isRefused) throw error;
    const known = findings.some((finding) => finding.file === file && finding.application === application.name);
    if (!known) {
      const message = `${application.name} may ignore this file. ${error.message}`;
      findings.push({ severity: 'error', application: application.name, file, message, ...error.place });
    }
    return [];
  }
}

/** Whether this program wrote the entry: it starts `serve --workspace`, or refers to the HTTP endpoint's token. */
function isOurs(value: unknown): boolean {
  const words = wordsOf(value);
  return (
    (words.includes('serve') && words.includes('--workspace')) ||
    stringsIn(value).some((text) => text.includes(tokenVariable))
  );
}

async function findingsOf(
  found: Found,
  entries: readonly { readonly name: string; readonly value: unknown }[],
  { workspaceDir, servers, presentName, addressOf, folders = systemFolders() }: DoctorOptions,
): Promise<Finding[]> {
  const { application, scope, file, name, value } = found;
  const at = (severity: Finding['severity'], message: string): Finding => ({
    severity,
    application: application.name,
    file,
    message,
  });
  const findings: Finding[] = [];
  const missing = await missingPart(value);
  if (missing !== undefined) {
    findings.push(at('error', `"${name}" starts ${missing}, which does not exist: connect the server again.`));
  }
  const words = wordsOf(value);
  const server = words.at(-1) ?? servers.find((each) => entryName(application, each) === name) ?? name;
  const isHere = words.length === 0 || words[words.indexOf('--workspace') + 1] === workspaceDir;
  const isUnknown = isHere && !servers.includes(server);
  const renamed = isUnknown ? presentName?.(server) : undefined;
  if (renamed !== undefined) {
    const message = `"${name}" has the former name of the server "${renamed}". It keeps working: connect ${renamed} again to use the new name.`;
    findings.push(at('warning', message));
  } else if (isUnknown) {
    findings.push(
      at('error', `"${name}" is for the server "${server}", which this workspace does not have: disconnect it.`),
    );
  }
  const other = collision(application, name, server, entries);
  if (other !== undefined) {
    findings.push(at('error', `${application.name} cannot distinguish "${name}" from "${other}": rename one of them.`));
  }
  const url = stringsIn(value).find((text) => /^http:\/\/127\.0\.0\.1:\d+\//.test(text));
  const address = url === undefined ? undefined : await addressOf(server, adaptedId(application));
  if (url !== undefined && address?.url !== url) {
    const now = address ? `The server is now at ${address.url}` : 'The server currently has no address';
    findings.push(at('error', `"${name}" uses the address ${url}. ${now}: connect the server again with --http.`));
  }
  if (application.scopes[scope]?.approval) {
    const project = dirname(file);
    for (const sentence of await hidingReasons(project, name)) findings.push(at('error', sentence));
    if (await waitsForApproval(project, name, folders)) {
      const message = `Claude Code still needs your approval of "${name}": start it in ${project} and allow this server where it asks.`;
      findings.push(at('warning', message));
    }
  }
  return findings;
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
async function droppedFindings(store: ConnectionStore): Promise<Finding[]> {
  const active = (await store.list()).filter(({ phase }) => phase === 'written');
  const latest = active.filter(
    (record, index) => active.findIndex(({ file, name }) => file === record.file && name === record.name) === index,
  );
  const findings: Finding[] = [];
  for (const record of latest) {
    const { state, message } = await stateOf(record);
    if (state !== 'dropped' && state !== 'changed') continue;
    const application = applications.find(({ id }) => id === record.client)?.name ?? record.client;
    findings.push({ severity: 'warning', application, file: record.file, message });
  }
  return findings;
}
