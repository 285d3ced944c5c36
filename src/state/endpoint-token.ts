/**
 * Secrets of this account: created at the first use, permanent, each in a file that only this account can read. One is
 * the bearer token of the HTTP endpoints, which client applications store; the other signs the state of dialogues.
 */
import { randomBytes } from 'node:crypto';
import { link, lstat, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WorkbenchError } from '../base/errors.ts';
import { isTaken } from '../files/exists.ts';
import { codeOf, failureSentence } from '../files/file-errors.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { readRegularFileWithStats, UnusableFileError } from '../files/regular-file.ts';
import { sha256 } from '../files/sha256.ts';
import { renameFile } from '../files/write/rename-file.ts';
import { stateDir } from './paths.ts';

export interface EndpointToken {
  readonly token: string;
  /** The token's file, for messages to the user. */
  readonly file: string;
}

/** 256 bits as base64url. */
const tokenForm = /^[\w-]{43}$/;
/** More than a token with its line break. */
const maxBytes = 100;
/** Other processes may replace the file at the same time. */
const maxAttempts = 100;
/** Wait for the process that replaces the file. */
const claimedWaitMs = 20;
/** Replacing takes milliseconds. */
const staleClaimMs = 5_000;

/**
 * Reads the token, or creates it. A file that is damaged, or that another account may have read or written, is moved
 * aside and replaced by a new token.
 * @param log receives one sentence when the token was replaced
 * @throws WorkbenchError `unavailable`, naming the file, when there is no token and none can be written
 */
export async function endpointToken(
  state: string = stateDir(),
  log: (line: string) => void = () => undefined,
): Promise<EndpointToken> {
  const file = join(state, 'token');
  const token = await secretIn(state, file, 'HTTP is not available', (why, asidePath) =>
    log(
      `The token file ${file} ${why} and was replaced: give its new content to the client applications that connect over HTTP, as PROMPT_WORKBENCH_TOKEN (the old file is ${asidePath}).`,
    ),
  );
  return { token, file };
}

/**
 * Reads the key that signs the state of dialogues, or creates it, as `endpointToken` does. With a new key, open forms
 * have to be filled in again.
 */
export function dialogueKey(state: string = stateDir()): Promise<string> {
  return secretIn(state, join(state, 'dialogue-key'), 'Prompts cannot ask', () => undefined);
}

type ReplacementListener = (why: string, asidePath: string) => void;

async function secretIn(
  state: string,
  file: string,
  failure: string,
  onReplaced: ReplacementListener,
): Promise<string> {
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const token = await readToken(file);
      switch (token.kind) {
        case 'token':
          return token.token;
        case 'none':
          await createToken(state, file);
          break;
        case 'damaged':
          await replaceToken(state, file, onReplaced);
          break;
      }
    }
    throw new WorkbenchError('unavailable', `The file ${file} keeps changing: close the other workbenches.`);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    const what = `${failure}, because the file ${file} cannot be written`;
    throw new WorkbenchError('unavailable', failureSentence(what, error), { cause: error });
  }
}

type TokenReading =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none' }
  /** `why` is the end of a sentence about the file. */
  | { readonly kind: 'damaged'; readonly why: string };

async function readToken(file: string): Promise<TokenReading> {
  try {
    const { bytes, stats } = await readRegularFileWithStats(file, maxBytes);
    const { uid, mode } = stats;
    const text = String(bytes).trim();
    if (process.platform !== 'win32') {
      if (uid !== process.getuid?.()) return { kind: 'damaged', why: 'belonged to another account' };
      if ((mode & 0o077) !== 0) return { kind: 'damaged', why: 'was open to other accounts' };
    }
    if (tokenForm.test(text)) return { kind: 'token', token: text };
    return { kind: 'damaged', why: text === '' ? 'was empty' : 'did not hold a token' };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(await isTaken(file))) return { kind: 'none' };
    if (error instanceof UnusableFileError) return { kind: 'damaged', why: 'was not a token file' };
    return { kind: 'damaged', why: `could not be read (${codeOf(error) ?? String(error)})` };
  }
}

async function createToken(state: string, file: string): Promise<void> {
  await makePrivateFolder(state);
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    // Linking is atomic: of two processes at their first start, one creates the token and the other reads it.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Moves a damaged file aside and creates a token. Of several processes that find the same damaged file, one does it; for
 * the others this waits a moment, and they read again.
 */
async function replaceToken(state: string, file: string, onReplaced: ReplacementListener): Promise<void> {
  const damagedIdentity = await identityOf(file);
  if (damagedIdentity === undefined) return;
  const claim = `${file}.${damagedIdentity}.tmp`;
  if (!(await claimFile(claim))) return setTimeout(claimedWaitMs);
  try {
    // Another process may have replaced the file: after it was read, when `damaged` is the new token's identity already,
    // or before this claim.
    const token = await readToken(file);
    if (token.kind !== 'damaged' || (await identityOf(file)) !== damagedIdentity) return;
    const asidePath = `${file}.damaged-${randomBytes(4).toString('hex')}`;
    await renameFile(file, asidePath);
    await createToken(state, file);
    onReplaced(token.why, asidePath);
  } finally {
    await rm(claim, { force: true });
  }
}

/** What tells the file at a path from the next one there; undefined without a file. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, ctimeNs } = await lstat(path, { bigint: true });
    return sha256(`${dev} ${ino} ${ctimeNs}`).slice(0, 12);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a file unless it exists. Takes over the claim of a process that ended meanwhile. */
async function claimFile(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const stats = await stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > staleClaimMs) await rm(path, { force: true });
    return false;
  }
}
