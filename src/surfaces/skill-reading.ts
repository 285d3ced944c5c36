/** What a model reads in a skill with the values of a sample. */
import type { Block, Message, PromptDefinition } from '../model/definitions.ts';

/**
 * The instructions of a `SKILL.md` with the values in place of the arguments, as its section “Inputs” tells the model to read
 * them: without front matter and that section. An optional argument without a value has its default.
 */
export function fillInstructions(
  skill: string,
  { arguments: declaredArguments }: Pick<PromptDefinition, 'arguments'>,
  values: Readonly<Record<string, string>>,
): string {
  const body = withoutFrontMatter(skill);
  const inputs =
    declaredArguments.length === 0 ? body : body.slice(body.indexOf('## Instructions') + '## Instructions'.length);
  const byName = new Map(
    declaredArguments.map((argument) => [argument.name, values[argument.name] ?? argument.default ?? '']),
  );
  return inputs.replace(/\{([^{}\n]+)\}/g, (match, name: string) => byName.get(name) ?? match).trim();
}

/** The Markdown of a `SKILL.md`. */
export function withoutFrontMatter(skill: string): string {
  return skill.replace(/^---\n[\s\S]*?\n---\n/, '').trim();
}

/** The tool that the instructions send the model to, if they do nothing else. */
export function findCalledTool(instructions: string): string | undefined {
  return /^Call the tool (\S+) of the MCP server .+, and follow what it answers\.$|^Call the tool (\S+) of the MCP server .+ with .+, and follow what it answers\.$/
    .exec(instructions)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** What a skill says in other words than its prompt by its nature, each in one sentence. */
export function differencesByNature({ content, arguments: declaredArguments }: PromptDefinition): readonly string[] {
  const messages: readonly Message[] = content.kind === 'messages' ? content.messages : [];
  const blocks: readonly Block[] = messages.flatMap((message) => message.blocks);
  const has = (type: Block['type']) => blocks.some((block) => block.type === type);
  const conditions = [...messages, ...blocks].some(({ when }) => when !== undefined);
  return [
    ...(conditions ? ['it names the conditions, and the model decides which hold'] : []),
    ...(messages.some(({ role }) => role === 'assistant')
      ? ['the message of the assistant is a quotation, with which the answer begins']
      : []),
    ...(has('image') || has('audio') ? ['a picture or sound is a file of the skill, which the model opens'] : []),
    ...(blocks.some((block) => block.type === 'resource') ? ['a resource is text or a file of the skill'] : []),
    ...(has('resource_link') ? ['a linked resource is named, and the model reads it from the server'] : []),
    ...(has('search') || content.kind === 'search' ? ['the model calls the tool that searches'] : []),
    ...(declaredArguments.some(({ ask }) => ask !== undefined && ask !== 'never')
      ? ['the model asks for missing values in its own words, without a form']
      : []),
  ];
}
