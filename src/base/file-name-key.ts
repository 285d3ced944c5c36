/**
 * The key of a file's name or path: two names with one key are one file on macOS and Windows, whose disks ignore case, and
 * on macOS the Unicode form too (é as one character, or as e with an accent).
 */
export function fileNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
