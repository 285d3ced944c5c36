import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateDir } from './paths.ts';

export interface EndpointToken {
  readonly token: string;
  /** Where it is kept, for the person who puts it into a client application. */
  readonly file: string;
}

/**
 * The bearer token of this user's HTTP endpoints: made at the first use, the same ever after (client applications hold
 * on to it), in a file that only the user can read.
 */
export async function endpointToken(state: string = stateDir()): Promise<EndpointToken> {
  const file = join(state, 'token');
  const known = await readToken(file);
  if (known !== undefined) return { token: known, file };

  const token = randomBytes(32).toString('base64url');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(state, { recursive: true, mode: 0o700 });
  await writeFile(draft, `${token}\n`, { mode: 0o600 });
  try {
    // A link appears whole or not at all: of two processes at their first start, one makes it and the other reads it.
    await link(draft, file);
    return { token, file };
  } catch (error) {
    const theirs = await readToken(file);
    if (theirs === undefined) throw error;
    return { token: theirs, file };
  } finally {
    await rm(draft);
  }
}

async function readToken(file: string): Promise<string | undefined> {
  const token = (await readFile(file, 'utf8').catch(() => '')).trim();
  return token === '' ? undefined : token;
}
