/** One file of a package. */
export interface PackageFile {
  /** POSIX, relative to the package. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function textFile(path: string, text: string): PackageFile {
  return { path, bytes: Buffer.from(text) };
}

export function jsonFile(path: string, value: unknown): PackageFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
