/** The sentences of the specification (docs/specification.md, "Error Messages"), for problems that it also names. */
const sentences = {
  InvalidMCPPromptSpecification: (value: string) => `Invalid MCP prompt specification: ${value}.`,
  InvalidMCPPromptsSpecification: (value: string) => `Invalid MCP prompts specification: ${value}.`,
  PromptNameNotFound: (value: string) => `No prompt named "${value}" found in $DefaultMCPPrompts.`,
  DeprecatedPromptData: () => 'The "PromptData" property is deprecated. Use "MCPPrompts" instead.',
};

type SpecificationTag = keyof typeof sentences;

const maxLength = 60;

/** @param value the quoted value: a name unchanged, anything else as shortened JSON */
export function specificationSentence(tag: SpecificationTag, value?: unknown): string {
  const text = typeof value === 'string' && tag === 'PromptNameNotFound' ? value : (JSON.stringify(value) ?? '');
  return sentences[tag](text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);
}
