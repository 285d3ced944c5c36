/** The team servers that a person has added, in the state folder: names and addresses, and no secrets. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { WorkbenchError } from '../base/errors.ts';
import { teamServer } from '../contract/shapes/team.ts';
import { readJsonFile } from '../files/json-file.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';

const record = teamServer.omit({ login: true }).extend({
  /** It answered without a login. */
  isOpen: z.exactOptional(z.literal(true)),
});
export type TeamRecord = z.output<typeof record>;

const maxServers = 100;
const shape = z.object({ servers: z.array(record).max(maxServers) });

const fileIn = (stateDir: string) => join(stateDir, 'team-servers.json');

/** @throws WorkbenchError `unavailable` for a damaged file */
export async function readRecords(stateDir: string): Promise<readonly TeamRecord[]> {
  const file = fileIn(stateDir);
  const fileReading = await readJsonFile(file, shape);
  if (fileReading.kind === 'missing') return [];
  if (fileReading.kind === 'valid') return fileReading.value.servers;
  throw new WorkbenchError(
    'unavailable',
    `Can't read your team servers in ${file}, because ${fileReading.why}: correct or delete it.`,
  );
}

/** @throws WorkbenchError `not-found`, `unavailable` */
export async function findRecord(stateDir: string, id: string): Promise<TeamRecord> {
  const match = (await readRecords(stateDir)).find((candidate) => candidate.id === id);
  if (match) return match;
  throw new WorkbenchError('not-found', 'This team server was removed: add it again.');
}

/** @throws WorkbenchError `conflict` if its address is there already, `unavailable` */
export async function addRecord(stateDir: string, entry: Omit<TeamRecord, 'id'>): Promise<TeamRecord> {
  const records = await readRecords(stateDir);
  const sameRecord = records.find(({ address }) => address === entry.address);
  if (sameRecord) throw new WorkbenchError('conflict', `${entry.address} was added already, as "${sameRecord.name}".`);
  if (records.length === maxServers)
    throw new WorkbenchError('refused', `There are ${maxServers} team servers already: remove one first.`);
  const record = { ...entry, id: randomBytes(4).toString('hex') };
  await write(stateDir, [...records, record]);
  return record;
}

/** Remembers whether a team server answers without a login. @throws WorkbenchError `unavailable` */
export async function recordAccess(stateDir: string, id: string, isOpen: boolean): Promise<void> {
  const records = await readRecords(stateDir);
  if (records.every((record) => record.id !== id || (record.isOpen ?? false) === isOpen)) return;
  await write(
    stateDir,
    records.map(({ isOpen: before, ...rest }) =>
      rest.id === id ? { ...rest, ...(isOpen && { isOpen }) } : { ...rest, ...(before && { isOpen: before }) },
    ),
  );
}

/** @throws WorkbenchError `not-found`, `unavailable` */
export async function removeRecord(stateDir: string, id: string): Promise<void> {
  await findRecord(stateDir, id);
  await write(
    stateDir,
    (await readRecords(stateDir)).filter((item) => item.id !== id),
  );
}

async function write(stateDir: string, servers: readonly TeamRecord[]): Promise<void> {
  await makePrivateFolder(stateDir);
  await writePrivateFile(fileIn(stateDir), `${JSON.stringify({ servers }, null, 2)}\n`);
}

/**
 * The address of a team server as a person writes it: `prompts.example.com`, or with a path, or that of one of its servers.
 * @returns it without a slash at its end
 * @throws WorkbenchError `invalid-input`
 */
export function teamAddress(typedText: string): string {
  const text = typedText.trim();
  const wholeAddress = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(wholeAddress) ? new URL(wholeAddress) : undefined;
  const isAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (text === '' || !isAddress)
    throw new WorkbenchError(
      'invalid-input',
      `${text === '' ? 'The address is empty' : `${text} is not the address of a team server`}: write it as https://prompts.example.com.`,
    );
  const path = url.pathname.replace(/\/mcp\/[^/]*\/?$/, '').replace(/\/+$/, '');
  return `${url.origin}${path}`;
}
