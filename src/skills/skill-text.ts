/**
 * Writes a prompt as the instructions of an Agent Skill. Arguments become named inputs, and what only a server can do becomes
 * a call of a tool. Whatever a skill cannot carry is listed, never silently left out.
 */
import { cleanText } from '../base/text/clean-text.ts';
import { fencedCode } from '../base/text/markdown.ts';
import { wordList } from '../base/text/word-list.ts';
import type {
  Argument,
  Block,
  Content,
  MediaBytes,
  PromptDefinition,
  SkillDefinition,
  TextOrTemplate,
  WrittenSkill,
} from '../model/definitions.ts';
import { conditionInWords } from '../model/prompt/conditions.ts';
import { applyTemplate } from '../model/template/string-template.ts';
import { quoteDouble } from '../yaml/strings.ts';

/** The YAML front matter of `SKILL.md`, by its keys there. */
export type SkillFrontMatter = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly description: string;
};

/** The server whose tools the instructions may call. */
export interface SkillServer {
  /** The name that client applications show. */
  readonly name: string;
  readonly tools: readonly SkillTool[];
}

interface SkillTool {
  readonly name: string;
  readonly content: { readonly kind: string; readonly sources?: readonly string[]; readonly prompt?: unknown };
}

export interface SkillText {
  readonly frontMatter: SkillFrontMatter;
  /** The whole file `SKILL.md`. */
  readonly text: string;
  /** The files of the skill beside it, as paths inside `media/`. */
  readonly files: readonly string[];
  /** One sentence for each part of the prompt that the skill does not carry. */
  readonly losses: readonly string[];
}

/** @param prompt with a skill */
export function skillText(
  prompt: PromptDefinition & { readonly skill: SkillDefinition },
  server: SkillServer,
): SkillText {
  const writer = new SkillWriter(prompt, server);
  const parts = [writer.inputs(), ...writer.instructions(prompt.content)].filter((part) => part !== '');
  const frontMatter = frontMatterOf(prompt.skill);
  return {
    frontMatter,
    text: fileOf(frontMatter, parts.join('\n\n')),
    files: [...new Set([...(prompt.skill.files ?? []), ...writer.files])],
    losses: writer.losses,
  };
}

/** A skill without a prompt. */
export function writtenSkillText(skill: WrittenSkill): SkillText {
  const frontMatter = frontMatterOf(skill);
  return {
    frontMatter,
    text: fileOf(frontMatter, skill.content.trim()),
    files: [...new Set(skill.files ?? [])],
    losses: [],
  };
}

/** Makes the file `SKILL.md`. Cleans it first, because a server cleans what it sends, and digests are of the sent bytes. */
function fileOf(frontMatter: SkillFrontMatter, body: string): string {
  return cleanText(`---\n${yamlOf(frontMatter)}---\n\n${body}\n`);
}

function frontMatterOf(skill: SkillDefinition): SkillFrontMatter {
  return {
    name: skill.name,
    description: cleanText(skill.description),
    ...(skill.license !== undefined && { license: skill.license }),
    ...(skill.compatibility !== undefined && { compatibility: skill.compatibility }),
    ...(skill.allowedTools && { 'allowed-tools': skill.allowedTools.join(' ') }),
    ...(skill.userInvocable === false && { 'user-invocable': false }),
    ...(skill.metadata && { metadata: skill.metadata }),
  };
}

/** Writes each value on one line, as JSON does: every YAML reader reads that alike. */
function yamlOf(frontMatter: SkillFrontMatter): string {
  const value = (field: unknown): string =>
    typeof field === 'string'
      ? quoteDouble(field)
      : typeof field === 'object' && field !== null
        ? `{ ${Object.entries(field)
            .map(([key, inner]) => `${quoteDouble(key)}: ${value(inner)}`)
            .join(', ')} }`
        : String(field);
  return Object.entries(frontMatter)
    .map(([key, child]) => `${key}: ${key === 'name' ? String(child) : value(child)}\n`)
    .join('');
}

class SkillWriter {
  readonly files: string[] = [];
  readonly losses: string[] = [];
  readonly #prompt: PromptDefinition;
  readonly #server: SkillServer;
  readonly #names: readonly string[];

  constructor(prompt: PromptDefinition, server: SkillServer) {
    this.#prompt = prompt;
    this.#server = server;
    this.#names = prompt.arguments.map(({ name }) => name);
  }

  /** The arguments, as the first section. */
  inputs(): string {
    const { arguments: allArguments } = this.#prompt;
    if (allArguments.length === 0) return '';
    const lines = allArguments.map((argument) => `- ${describeInput(argument)}`);
    const isRequired = allArguments.some(({ required }) => required);
    const slots = wordList(allArguments.map(({ name }) => `{${name}}`));
    const rule = `Take the values from the request, and read ${slots} in the text below as ${allArguments.length === 1 ? 'its value' : 'their values'}.`;
    const missingAdvice = isRequired ? ' Ask the person for a required value that is missing.' : '';
    return `## Inputs\n\n${lines.join('\n')}\n\n${rule}${missingAdvice}\n\n## Instructions`;
  }

  instructions(content: Content): readonly string[] {
    switch (content.kind) {
      case 'text':
        return [this.#text(content.text)];
      case 'search':
        return [this.#search(content.sources, content.query)];
      case 'messages':
        return content.messages.flatMap(({ role, when, blocks }) => {
          const parts = blocks.flatMap((block) => this.#block(block));
          const text = parts.join('\n\n');
          const turn = role === 'assistant' ? `Begin the answer as this one does:\n\n${quoteLines(text)}` : text;
          return turn === '' ? [] : [when ? `If ${conditionInWords(when)}:\n\n${turn}` : turn];
        });
      case 'function':
      case 'wolfram':
      case 'notebook':
        return [this.#call()];
    }
  }

  #text(text: TextOrTemplate): string {
    if (text.kind === 'literal') return text.text.trim();
    const values = Object.fromEntries(this.#names.map((name) => [name, `{${name}}`]));
    return applyTemplate(text.template, { names: this.#names, values }).text.trim();
  }

  #block(block: Block): readonly string[] {
    const text = this.#blockText(block);
    if (text === undefined || text === '') return [];
    return [block.when ? `If ${conditionInWords(block.when)}:\n\n${text}` : text];
  }

  #blockText(block: Block): string | undefined {
    switch (block.type) {
      case 'text':
        return this.#text(block.text);
      case 'search':
        return this.#search(block.sources, block.query);
      case 'image':
      case 'audio':
        return this.#media(block.media, block.type === 'image' ? 'An image' : 'A sound');
      case 'resource':
        if (block.body.kind !== 'text') return this.#media(block.body, `The resource ${block.uri}`);
        return `The resource ${block.uri}:\n\n${fencedCode(this.#text(block.body.text))}`;
      case 'resource_link': {
        const what = block.description === undefined ? '' : `: ${block.description}`;
        return `Read the resource ${block.name} (${block.uri}) of the MCP server ${this.#server.name}${what}.`;
      }
    }
  }

  #media(media: MediaBytes, what: string): string | undefined {
    if (media.kind === 'file') {
      this.files.push(media.file);
      return `Read the file [${media.file}](${encodeURI(media.file)}) of this skill.`;
    }
    this.losses.push(`${what} is left out: put its bytes into a file of the media folder, which the skill can carry.`);
    return undefined;
  }

  #search(sources: readonly string[], query: TextOrTemplate): string {
    const tool = this.#server.tools.find(
      ({ content }) => content.kind === 'search' && sources.every((source) => content.sources?.includes(source)),
    );
    if (!tool) return this.#call();
    return `Call the tool ${tool.name} of the MCP server ${this.#server.name} with the query ${JSON.stringify(this.#text(query))}, and use what it finds.`;
  }

  /** The prompt itself as a tool, which only its server can run. */
  #call(): string {
    const { name, arguments: allArguments } = this.#prompt;
    const tool = this.#server.tools.find(
      ({ content }) => content.kind === 'prompt' && (content.prompt as { name?: unknown } | undefined)?.name === name,
    );
    if (!tool) {
      const advice = 'set PromptsAsTools: true on the server, or list a tool with Content: {Prompt: …}';
      this.losses.push(`The server ${this.#server.name} runs this prompt and has no tool for it: ${advice}.`);
      return `Get the prompt ${name} of the MCP server ${this.#server.name}, and follow it.`;
    }
    const values = wordList(allArguments.map((argument) => argument.name));
    const withValues = allArguments.length === 0 ? '' : ` with ${values}`;
    return `Call the tool ${tool.name} of the MCP server ${this.#server.name}${withValues}, and follow what it answers.`;
  }
}

function describeInput({
  name,
  title,
  description,
  required,
  kind,
  choices,
  minimum,
  maximum,
  ...rest
}: Argument): string {
  const facts = [
    required ? 'required' : 'optional',
    ...(choices
      ? [
          `${kind === 'choices' ? 'any of' : 'one of'} ${wordList(
            choices.map(({ value }) => value),
            'or',
          )}`,
        ]
      : []),
    ...(kind !== undefined && !choices ? [kind === 'boolean' ? 'true or false' : `a value of the kind ${kind}`] : []),
    ...(minimum !== undefined ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(rest.default !== undefined ? [`otherwise ${JSON.stringify(rest.default)}`] : []),
  ];
  const what = [title, description].filter((text) => text !== undefined && text !== '').join(': ');
  return `{${name}} (${facts.join(', ')})${what === '' ? '' : `: ${what.replace(/\s+/g, ' ')}`}`;
}

function quoteLines(text: string): string {
  return text.replace(/^/gm, '> ').replace(/ +$/gm, '');
}
