/** The part of this library that we use; it has no types. */
declare module 'fs-native-extensions' {
  const extensions: {
    /**
     * Gives two existing files each other's name, in one step on Linux and macOS.
     * @throws an error with a `code`: `ENOENT` when one is missing, others where the disk has no such step
     */
    swapSync(from: string, to: string): void;
  };
  export default extensions;
}
