/** What an error that prevents reading a server's file means for its clients. */
export function unservedServer({ file, line }: { readonly file: string; readonly line: number }): string {
  return `Clients get no prompts until you fix line ${line} of ${file}.`;
}
