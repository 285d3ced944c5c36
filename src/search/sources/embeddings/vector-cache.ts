/**
 * The vectors of passages in the cache folder: one file for each address and model, keyed by the hash of the text. Several
 * processes may add to it at once: each locks the folder for a write, so none of them loses what another one adds.
 *
 * A header (a name, the dimension, CRC-32), then records of equal size: 16 bytes of hash, the vector as 32-bit floats, and
 * the CRC-32 of both. A damaged record is skipped; a damaged header counts as an empty file.
 */
import { createHash } from 'node:crypto';
import { appendFile, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { withFolderLock } from '../../../files/folder-lock.ts';
import { makePrivateFolder } from '../../../files/make-folder.ts';
import { writePrivateFile } from '../../../files/private-file.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { sha256 } from '../../../files/sha256.ts';
import { isMissing } from '../../../files/workspace-paths.ts';

export interface VectorCache {
  /** The dimension of its vectors; undefined if it is empty. */
  readonly dimension: number | undefined;
  get(text: string): Float32Array | undefined;
  /** Adds vectors of equal dimension, and replaces all vectors of another one. */
  add(entries: readonly VectorEntry[]): Promise<void>;
  clear(): Promise<void>;
}

export interface VectorEntry {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface VectorCacheOptions {
  /** The folder of all files. */
  readonly folder: string;
  /** What the vectors depend on besides the text. */
  readonly dependencies: readonly string[];
  /** Of one file; beyond it, the older half is dropped. 32 MB are about 10,000 vectors of 768 dimensions. */
  readonly maxBytes?: number;
}

const formatName = Buffer.from('vectors1');
const headerBytes = 16;
const hashBytes = 16;
const checksumBytes = 4;
/** Files in the folder; a new one replaces the least recently written. */
const maxFiles = 8;

/** Reads the file. Never rejects: without a readable file, the cache begins empty. */
export async function openVectorCache({
  folder,
  dependencies,
  maxBytes = 32_000_000,
}: VectorCacheOptions): Promise<VectorCache> {
  const file = join(folder, `${sha256(JSON.stringify(dependencies)).slice(0, 32)}.vectors`);
  const read = async () => readVectors(await readRegularFile(file, 2 * maxBytes).catch(() => Buffer.alloc(0)));
  const initial = await read();
  let { vectors, dimension, isWhole } = initial;
  let writing: Promise<void> = Promise.resolve();

  /** Writes one after another. A failed write only makes later searches slower. */
  function write(work: () => Promise<void>): Promise<void> {
    writing = writing
      .then(async () => {
        await makePrivateFolder(folder);
        await withFolderLock(await realpath(folder), work);
      })
      .catch(() => {
        isWhole = false;
      });
    return writing;
  }

  async function append(buffers: readonly Buffer[]): Promise<void> {
    const length = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    const data = Buffer.concat(buffers);
    if (isWhole && length > 0 && length + data.length <= maxBytes) await appendFile(file, data);
    else await rewrite();
  }

  /** Writes the file again, with what other processes have added to it. */
  async function rewrite(): Promise<void> {
    const onDisk = await read();
    if (onDisk.dimension === dimension) vectors = new Map([...onDisk.vectors, ...vectors]);
    const size = recordBytes(dimension ?? 0);
    const maxVectors = Math.floor((maxBytes - headerBytes) / size);
    const excess = vectors.size > maxVectors ? vectors.size - Math.ceil(maxVectors / 2) : 0;
    for (const hash of [...vectors.keys()].slice(0, excess)) vectors.delete(hash);
    await removeOldest(folder, file);
    const records = [...vectors].map(([hash, vector]) => recordOf(hash, vector));
    await writePrivateFile(file, Buffer.concat([headerOf(dimension ?? 0), ...records]));
    isWhole = true;
  }

  return {
    get dimension() {
      return dimension;
    },
    get: (text) => vectors.get(hashOf(text)),
    async add(entries) {
      const [first] = entries;
      if (!first) return;
      if (first.vector.length !== dimension) {
        vectors.clear();
        dimension = first.vector.length;
        isWhole = false;
      }
      const records = entries.map(({ text, vector }) => {
        const hash = hashOf(text);
        vectors.set(hash, vector);
        return recordOf(hash, vector);
      });
      await write(() => append(records));
    },
    async clear() {
      vectors.clear();
      dimension = undefined;
      isWhole = false;
      await write(() => rm(file, { force: true }));
    },
  };
}

interface ReadVectors {
  /** By the hash of the text, oldest first. */
  readonly vectors: Map<string, Float32Array>;
  readonly dimension: number | undefined;
  /** Whether records can be appended. */
  readonly isWhole: boolean;
}

function readVectors(content: Buffer): ReadVectors {
  const vectors = new Map<string, Float32Array>();
  const dimension = content.length < headerBytes ? 0 : content.readUInt32LE(formatName.length);
  const isHeader = dimension > 0 && content.subarray(0, headerBytes).equals(headerOf(dimension));
  if (!isHeader) return { vectors, dimension: undefined, isWhole: false };
  const size = recordBytes(dimension);
  let isWhole = (content.length - headerBytes) % size === 0;
  for (let at = headerBytes; at + size <= content.length; at += size) {
    const body = content.subarray(at, at + size - checksumBytes);
    if (crc32(body) !== content.readUInt32LE(at + size - checksumBytes)) {
      isWhole = false;
      continue;
    }
    const hash = body.toString('base64', 0, hashBytes);
    vectors.set(hash, new Float32Array(Uint8Array.from(body.subarray(hashBytes)).buffer));
  }
  return { vectors, dimension: vectors.size > 0 ? dimension : undefined, isWhole };
}

function headerOf(dimension: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  formatName.copy(header);
  header.writeUInt32LE(dimension, formatName.length);
  header.writeUInt32LE(crc32(header.subarray(0, headerBytes - checksumBytes)), headerBytes - checksumBytes);
  return header;
}

function recordOf(hash: string, { buffer, byteOffset, byteLength }: Float32Array): Buffer {
  const body = Buffer.concat([Buffer.from(hash, 'base64'), Buffer.from(buffer, byteOffset, byteLength)]);
  const check = Buffer.alloc(checksumBytes);
  check.writeUInt32LE(crc32(body));
  return Buffer.concat([body, check]);
}

function recordBytes(dimension: number): number {
  return hashBytes + 4 * dimension + checksumBytes;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().toString('base64', 0, hashBytes);
}

/** Makes room for a new file. */
async function removeOldest(folder: string, file: string): Promise<void> {
  const names = (await readdir(folder))
    .filter((entry) => entry.endsWith('.vectors'))
    .map((entry) => join(folder, entry));
  if (names.includes(file)) return;
  const ages = await Promise.all(names.map(async (name) => ({ name, age: await ageOf(name) })));
  const oldestFirst = ages.sort((left, right) => left.age - right.age);
  for (const { name } of oldestFirst.slice(0, Math.max(0, names.length + 1 - maxFiles)))
    await rm(name, { force: true });
}

async function ageOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
