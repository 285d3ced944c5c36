/** The full sentences of the tool pages; short labels are in the components. */
export const strings = {
  noArguments: 'This tool takes no arguments.',
  replaceBuiltin: (name: string) =>
    `To replace it, write tools/${name}.yaml: your file replaces the built-in tool of that name.`,
  noOutputSchema: 'No output schema. The answer is content for a model to read.',
  nameMissing: 'Enter a name. Until then the old name stays.',
  nameInUse: 'This name is in use. Until you change it, the old name stays.',
  onlyAsSchema: 'Edit this property as JSON Schema.',
  schemaIsObject: 'A schema must be an object: { "type": "object" }.',
  callStopped: 'You stopped the call.',
  nowAllowed: 'Now allowed. Call the tool again to see its answer.',
  modelReadsError: 'The model reads this error and can correct its call.',
  noForm: 'No form for this kind of answer. Edit it in the YAML view.',
  slotsAreFilled: 'Names between backticks are slots that arguments fill.',
  textIsUnchanged: 'Clients get this text unchanged.',
  promptName: 'The name of a prompt of this server, or any catalogue name. Its messages are the answer.',
  mcpSource: 'A source of the type MCP.',
  upstreamTool: 'A tool of that server. Its hints come from that server.',
  toolHasError: "This tool has an error and isn't served. Fix it to try it here.",
  argumentsAreObject: 'Arguments must be an object: { "name": value }.',
} as const;
