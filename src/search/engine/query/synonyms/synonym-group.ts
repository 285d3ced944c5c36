/** Words that mean the same in a query, with the reason. */
export interface SynonymGroup {
  /** The reason for the group. */
  readonly why: string;
  readonly words: Readonly<Record<string, string>>;
}
