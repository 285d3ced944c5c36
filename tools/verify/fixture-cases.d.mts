/** One request, and either a part of its result or its error. */
export type FixtureCase = {
  readonly name: string;
  readonly method: 'prompts/list' | 'prompts/get' | 'resources/read' | 'tools/list' | 'tools/call';
  readonly params: {
    readonly name?: string;
    readonly uri?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
} & (
  | {
      /** The part of the result that is compared. */
      // biome-ignore lint/suspicious/noExplicitAny: the results of three clients have three types
      readonly pick: (result: any) => unknown;
      readonly expected: unknown;
      /** The result is a tool's failure, which some clients end with an exit code. */
      readonly isError?: boolean;
      readonly error?: undefined;
    }
  | { readonly error: { readonly code: number; readonly message: RegExp } }
);

export const fixtureCases: readonly FixtureCase[];
