/**
 * The desktop app's socket, over which the other programs of this account read a credential from the keychain: only the
 * app can open it. The socket and the file with its address are open to this account alone.
 */
import { chmod, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { makePrivateFolder } from '../files/make-folder.ts';
import { renameFile } from '../files/write/rename-file.ts';
import { fileSecrets, isSecretName, type SecretName, type SecretStore } from './secrets.ts';
import { newAddress, readAddress } from './socket-address.ts';

const socketName = 'keychain';
const addressFile = `${socketName}.address`;

/** A keychain may ask the person for its password. */
const answerTimeoutMs = 10_000;

/** More than a request or an answer needs. */
const maxChars = 96 * 1024;

const request = z.object({ name: z.custom<SecretName>(isSecretName) });
const answer = z.object({ value: z.exactOptional(z.string()) });

function folderIn(stateDir: string): string {
  return join(stateDir, 'secrets');
}

/**
 * Answers other programs until it is closed.
 * @param read returns the credential from the keychain, if it is there
 */
export async function serveKeychain(
  stateDir: string,
  read: (name: SecretName) => Promise<string | undefined>,
): Promise<{ close(): Promise<void> }> {
  const folder = folderIn(stateDir);
  await makePrivateFolder(folder);
  const isPath = process.platform !== 'win32';
  const address = await newAddress(folder, socketName);
  // The app runs once, so an older socket belongs to one that was killed.
  if (isPath) await rm(address, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    reply(socket, read).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  server.on('error', () => undefined);
  if (isPath) await chmod(address, 0o600);
  const file = join(folder, addressFile);
  await writeFile(`${file}.draft`, address, { mode: 0o600 });
  await renameFile(`${file}.draft`, file);
  return {
    async close() {
      await rm(file, { force: true });
      const close = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await close;
      if (isPath && !address.startsWith(folder)) await rm(dirname(address), { recursive: true, force: true });
    },
  };
}

async function reply(socket: Socket, read: (name: SecretName) => Promise<string | undefined>): Promise<void> {
  const { name } = request.parse(JSON.parse(await readLine(socket)));
  const value = await read(name);
  socket.end(`${JSON.stringify(value === undefined ? {} : { value })}\n`);
}

/**
 * The credentials as a program without a keychain has them: from files that only this account can read, or else from the
 * desktop app while it runs.
 */
export function accountSecrets(stateDir: string): SecretStore {
  const files = fileSecrets(stateDir);
  const fromApp = async (name: SecretName) => ((await files.isLocked(name)) ? askKeychain(stateDir, name) : undefined);
  return {
    ...files,
    async read(name) {
      const storedSecret = await files.read(name);
      if (storedSecret) return storedSecret;
      const value = await fromApp(name);
      return value === undefined ? undefined : { value, from: 'keychain' };
    },
    isLocked: async (name) => (await files.isLocked(name)) && (await fromApp(name)) === undefined,
  };
}

/** Asks the running desktop app for a credential; undefined if no app runs, or it has none. */
async function askKeychain(stateDir: string, name: SecretName): Promise<string | undefined> {
  const address = await readAddress(folderIn(stateDir), addressFile);
  if (address === undefined) return undefined;
  const socket = connect(address);
  socket.on('error', () => socket.destroy());
  socket.setTimeout(answerTimeoutMs, () => socket.destroy());
  try {
    socket.write(`${JSON.stringify({ name })}\n`);
    return answer.parse(JSON.parse(await readLine(socket))).value;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** @throws Error if the connection ends before a whole line, or the line is too long */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > maxChars) socket.destroy();
    });
    socket.once('close', () => reject(new Error('The connection ended.')));
  });
}
