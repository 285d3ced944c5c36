interface TarEntry {
  readonly name: string;
  readonly text: string;
  /** `0` is a file, `5` a folder, `2` a link, `L` and `x` a long name. */
  readonly type?: string;
}

/** A tar archive written by hand. */
export function smallTar(entries: readonly TarEntry[]): Uint8Array {
  const blocks = entries.flatMap(({ name, text, type = '0' }) => {
    const content = new TextEncoder().encode(text);
    const header = new Uint8Array(512);
    const put = (at: number, value: string) => header.set(new TextEncoder().encode(value), at);
    put(0, name);
    put(124, `${content.length.toString(8).padStart(11, '0')} `);
    put(156, type);
    put(257, 'ustar');
    const paddedContent = new Uint8Array(Math.ceil(content.length / 512) * 512);
    paddedContent.set(content);
    return [header, paddedContent];
  });
  return Buffer.concat([...blocks, new Uint8Array(1024)]);
}
