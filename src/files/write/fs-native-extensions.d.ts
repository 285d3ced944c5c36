/** The part of this library that we use; it has no types. */
declare module 'fs-native-extensions' {
  const extensions: {
    /**
     * Gives two existing files each other's name, in one step on Linux and macOS.
     * @throws an error with a `code`: `ENOENT` when one is missing, others where the disk has no such step
     */
    swapSync(from: string, to: string): void;
    /** The names of a file's extended attributes; on Linux its access control list is one of them. @throws likewise */
    listAttrsSync(file: number): string[];
    /** Null for an attribute that the file does not have. @throws likewise */
    getAttrSync(file: number, name: string): Buffer | null;
    /** @throws likewise */
    setAttrSync(file: number, name: string, value: Buffer): void;
  };
  export default extensions;
}
