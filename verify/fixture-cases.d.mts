/** One request, and either a part of its result or its error. */
export type FixtureCase = {
  readonly name: string;
  readonly method: 'prompts/list' | 'prompts/get' | 'resources/read';
  readonly params: {
    readonly name?: string;
    readonly uri?: string;
    readonly arguments?: Readonly<Record<string, string>>;
  };
} & (
  | {
      /** The part of the result that is compared. */
      // biome-ignore lint/suspicious/noExplicitAny: the results of three clients have three types
      readonly pick: (result: any) => unknown;
      readonly expected: unknown;
      readonly error?: undefined;
    }
  | { readonly error: { readonly code: number; readonly message: RegExp } }
);

export const fixtureCases: readonly FixtureCase[];
