/** Words that mean the same in a query, with the reason. */
export interface SynonymGroup {
  /** Why these belong together and are worth having. */
  readonly why: string;
  readonly words: Readonly<Record<string, string>>;
}
