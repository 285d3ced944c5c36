/** One starting file: put the entry `Docs` into it as this application wants it. */
export interface TortureCase {
  readonly name: string;
  /** The id of a client application, which decides format, place and shape. */
  readonly application: string;
  readonly before: string;
  /** The whole file afterwards; absent when it is to be refused. */
  readonly after?: string;
  /** The sentence of the refusal; the file stays as it is. */
  readonly refused?: string;
}

export declare const tortureCommand: { readonly command: string; readonly args: readonly string[] };
export declare const tortureSet: readonly TortureCase[];
