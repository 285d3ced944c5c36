/** What is said wherever a search prompt would give results: `prompts/get` answers it, and the workbench shows it. */
export const noRetrieval =
  'This version does not retrieve search results yet; write the material into the prompt or use a newer version.';
