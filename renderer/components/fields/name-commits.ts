export interface NameCommits {
  /** The name that is being written, if any. */
  writing(): string | undefined;
  /** Whether the field wrote `name`: then the text that a person typed meanwhile stays. */
  isOwn(name: string): boolean;
  /**
   * Writes a name. Calls `write` at once, also while an earlier name is being written: what `write` changes is what the
   * window shows now, and may be another page later.
   * @throws what `write` throws
   */
  write(name: string, write: (name: string) => unknown): Promise<void>;
}

/** The commits of one name field, without React. */
export function createNameCommits(): NameCommits {
  let newestCommit: { readonly name: string } | undefined;
  const ownNames = new Set<string>();
  return {
    writing: () => newestCommit?.name,
    isOwn: (name) => ownNames.has(name),
    async write(name, write) {
      const commit = { name };
      newestCommit = commit;
      ownNames.add(name);
      try {
        await write(name);
      } finally {
        if (newestCommit === commit) newestCommit = undefined;
      }
    },
  };
}
