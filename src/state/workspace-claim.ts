/**
 * Records which process has a workspace open. Every workbench claims its workspace before opening it, so that a second
 * start joins the first one or names it.
 *
 * A claim is a file `<number>.json` in the workspace's folder inside the state folder; the highest number counts. A
 * process replaces a dead claim by creating the next number. Exclusive creation is atomic, so exactly one of several
 * processes succeeds, and no crash leaves a lock behind.
 */
import { randomBytes } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makePrivateFolder } from '../files/make-folder.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { realPath } from '../files/real-path.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { workspaceKey } from './paths.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** How another process of the same account reaches a workbench's browser host. */
export interface Door {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** The secret that only this account can read. */
  readonly key: string;
}

export type HostKind = 'browser' | 'desktop';

export interface Claim {
  readonly owner: ProcessIdentity;
  readonly host: HostKind;
  /** Absent while the workbench starts, and on the desktop. */
  readonly door?: Door | undefined;
}

export interface OwnClaim {
  /** The last port of this workspace's browser host. Browsers store a page's settings by address. */
  readonly lastPort: number | undefined;
  /** Publishes how later starts can join. */
  publish(door: Door): Promise<void>;
  /** Releases the workspace; the file remembers the port. */
  release(): Promise<void>;
}

/** Without an owner the workspace is released. The file stays, so that numbers only grow. */
const claimSchema = z.object({
  owner: z.object({ pid: z.int().positive(), started: z.string() }).optional(),
  host: z.enum(['browser', 'desktop']),
  door: z.object({ origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/), key: z.string() }).optional(),
  lastPort: z.int().min(1).max(65_535).optional(),
});

type ClaimFile = z.output<typeof claimSchema>;

/** A claim has a few hundred bytes. */
const maxBytes = 4096;

/** An attempt fails only if another process claims the workspace at the same moment. */
const maxAttempts = 100;

/**
 * Claims a workspace for this process, or returns the claim of the process that has it.
 * @throws the operating system's error when the state folder cannot be written
 */
export async function claimWorkspace(
  stateDir: string,
  workspaceDir: string,
  host: HostKind,
): Promise<{ readonly kind: 'ours'; readonly claim: OwnClaim } | { readonly kind: 'theirs'; readonly claim: Claim }> {
  const folder = claimFolder(stateDir, workspaceDir);
  await makePrivateFolder(folder);
  const owner = await thisProcess();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [highest = 0, ...olderNumbers] = await numbersIn(folder);
    const last = await readClaim(fileOf(folder, highest));
    const activeClaim = await ifRunning(last);
    if (activeClaim) return { kind: 'theirs', claim: activeClaim };
    const number = highest + 1;
    const claim: ClaimFile = { owner, host, lastPort: portOf(last) };
    if (!(await createOnce(fileOf(folder, number), claim))) continue;
    // The listing may predate a newer claim whose predecessors are already removed.
    if ((await numbersIn(folder))[0] !== number) {
      await rm(fileOf(folder, number), { force: true });
      continue;
    }
    for (const oldNumber of [highest, ...olderNumbers])
      await rm(fileOf(folder, oldNumber), { force: true, recursive: true });
    return { kind: 'ours', claim: ownClaim(fileOf(folder, number), claim) };
  }
  throw new Error(`The claims in ${folder} keep changing`);
}

/** Returns the claim of the running process that has the workspace open, if any. */
export async function runningClaim(stateDir: string, workspaceDir: string): Promise<Claim | undefined> {
  const folder = claimFolder(stateDir, workspaceDir);
  const [highest = 0] = await numbersIn(folder).catch(() => []);
  return ifRunning(await readClaim(fileOf(folder, highest)));
}

async function ifRunning(claim: ClaimFile | undefined): Promise<Claim | undefined> {
  if (!claim?.owner || !(await isRunning(claim.owner))) return undefined;
  return { owner: claim.owner, host: claim.host, door: claim.door };
}

function portOf(claim: ClaimFile | undefined): number | undefined {
  return claim?.door ? Number(new URL(claim.door.origin).port) : claim?.lastPort;
}

function ownClaim(file: string, claim: ClaimFile): OwnClaim {
  let latestClaim = claim;
  const write = (next: ClaimFile) => {
    latestClaim = next;
    return writePrivateFile(file, JSON.stringify(next));
  };
  return {
    lastPort: claim.lastPort,
    publish: (door) => write({ ...latestClaim, door }),
    release: () => write({ host: latestClaim.host, lastPort: portOf(latestClaim) }),
  };
}

function claimFolder(stateDir: string, workspaceDir: string): string {
  return join(stateDir, 'open-workspaces', workspaceKey(realPath(workspaceDir)));
}

function fileOf(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}

/** Returns the numbers of the claims in a folder, highest first. */
async function numbersIn(folder: string): Promise<number[]> {
  return (await readdir(folder))
    .flatMap((name) => /^([1-9]\d{0,14})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

/** A claim that is missing or damaged belongs to no process. */
async function readClaim(file: string): Promise<ClaimFile | undefined> {
  try {
    return claimSchema.safeParse(JSON.parse(String(await readRegularFile(file, maxBytes)))).data;
  } catch {
    return undefined;
  }
}

/** Creates a file atomically; returns false if it exists. */
async function createOnce(file: string, claim: ClaimFile): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, JSON.stringify(claim), { mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
