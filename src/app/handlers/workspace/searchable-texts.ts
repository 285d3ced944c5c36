/** Collects the searchable texts of a prompt, tool or skill, each with its place. */
import { assertNever } from '../../../base/assert-never.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import type { KeyPath } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { AnswerClaim, Claim, Test } from '../../../model/definitions/tests.ts';
import type {
  Block,
  Content,
  PromptDefinition,
  Sample,
  TextOrTemplate,
  ToolContent,
  ToolDefinition,
  WrittenSkill,
} from '../../../model/definitions.ts';

/** One text of a definition. Its path `at` starts at the definition and has canonical keys. */
export interface SearchableText {
  readonly where: string;
  readonly at: KeyPath;
  readonly text: string;
}

/** A tool with its prompt either as a name or resolved. */
export type AnyTool = ToolDefinition<string | { readonly name: string }>;

const ofPrompts = new WeakMap<PromptDefinition, readonly SearchableText[]>();
const ofTools = new WeakMap<AnyTool, readonly SearchableText[]>();
const ofSkills = new WeakMap<WrittenSkill, readonly SearchableText[]>();

/** The searchable texts of a prompt, cached per definition object, which is immutable. */
export function searchableTexts(prompt: PromptDefinition): readonly SearchableText[] {
  return getOrCreate(ofPrompts, prompt, () => [...promptTexts(prompt)]);
}

/** The searchable texts of a tool, cached in the same way. */
export function searchableToolTexts(tool: AnyTool): readonly SearchableText[] {
  return getOrCreate(ofTools, tool, () => [...toolTexts(tool)]);
}

/** The searchable texts of a skill without a prompt, cached in the same way. */
export function searchableSkillTexts(skill: WrittenSkill): readonly SearchableText[] {
  return getOrCreate(ofSkills, skill, () => [...skillTexts(skill)]);
}

/** The places have the names of their fields in the form. */
function* skillTexts({ name, description, tags, content }: WrittenSkill): Generator<SearchableText> {
  yield* writtenTexts('Name', ['Name'], name);
  yield* writtenTexts('When to use it', ['Description'], description);
  yield* writtenTexts('Tags', ['Tags'], tags?.join(', '));
  yield* writtenTexts('Instructions', ['Content'], content);
}

function* toolTexts({ name, title, description, inputSchema, content, tests }: AnyTool): Generator<SearchableText> {
  yield* writtenTexts('Name', ['Name'], name);
  yield* writtenTexts('Title', ['Title'], title);
  yield* writtenTexts('Description', ['Description'], description);
  const { properties } = inputSchema ?? {};
  for (const [argument, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const where = `Argument ${argument}`;
    const description = isJsonObject(schema) && typeof schema.description === 'string' ? schema.description : undefined;
    // An argument can be a parameter or part of a schema, so no single field belongs to it.
    yield* writtenTexts(where, ['InputSchema', 'properties', argument], argument);
    yield* writtenTexts(where, ['InputSchema', 'properties', argument], description);
  }
  yield* contentTexts(content);
  yield* testTexts(tests);
}

function* promptTexts({
  name,
  title,
  description,
  tags,
  arguments: args,
  content,
  samples,
  sampleFile,
  tests,
}: PromptDefinition) {
  yield* writtenTexts('Name', ['Name'], name);
  yield* writtenTexts('Title', ['Title'], title);
  yield* writtenTexts('Description', ['Description'], description);
  yield* writtenTexts('Tags', ['Tags'], tags?.join(', '));
  for (const [index, argument] of args.entries()) {
    const where = `Argument ${argument.name}`;
    yield* writtenTexts(where, ['Arguments', index, 'Name'], argument.name);
    yield* writtenTexts(where, ['Arguments', index, 'Title'], argument.title);
    yield* writtenTexts(where, ['Arguments', index, 'Description'], argument.description);
    yield* writtenTexts(where, ['Arguments', index, 'Default'], argument.default);
  }
  yield* contentTexts(content);
  // A row of a table has no place in the prompt's file.
  if (sampleFile === undefined) yield* sampleTexts(samples);
  yield* testTexts(tests);
}

function* sampleTexts(samples: readonly Sample[]): Generator<SearchableText> {
  for (const [index, sample] of samples.entries()) {
    const where = `Sample ${sample.name}`;
    yield* writtenTexts(where, ['Samples', index, 'Name'], sample.name);
    for (const [argument, value] of Object.entries(sample.arguments)) {
      yield* writtenTexts(where, ['Samples', index, 'Arguments', argument], value);
    }
  }
}

function* testTexts(tests: readonly Test<unknown>[] = []): Generator<SearchableText> {
  for (const [index, { name, arguments: values = {}, expect, answer }] of tests.entries()) {
    const where = `Test ${name}`;
    const at = ['Tests', index];
    yield* writtenTexts(where, [...at, 'Name'], name);
    for (const [argument, value] of Object.entries(values)) {
      for (const text of textsIn(value)) yield* writtenTexts(where, [...at, 'Arguments', argument], text);
    }
    // What holds for several client applications is written once.
    for (const text of new Set(expect.flatMap(claimTexts))) yield* writtenTexts(where, [...at, 'Expect'], text);
    for (const text of new Set(answer?.expect.flatMap(claimTexts)))
      yield* writtenTexts(where, [...at, 'Answer', 'Expect'], text);
  }
}

function claimTexts(claim: Claim | AnswerClaim): readonly string[] {
  switch (claim.kind) {
    case 'contains':
    case 'not-contains':
    case 'equals':
    case 'starts-with':
      return [claim.text];
    case 'regex':
      return [claim.pattern];
    case 'error':
      return claim.contains === undefined ? [] : [claim.contains];
    case 'search-finds':
      return [claim.page];
    case 'llm-rubric':
      return [claim.rubric];
    case 'is-json':
      return textsIn(claim.schema);
    case 'structured':
      return textsIn(claim.value);
    default:
      return [];
  }
}

/** The texts and numbers in a value, each as it is written. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function* contentTexts(content: Content | ToolContent<string | { readonly name: string }>): Generator<SearchableText> {
  switch (content.kind) {
    case 'text':
      yield* filledText('Text', ['Content'], content.text);
      break;
    case 'function':
      yield* writtenTexts('Function', ['Content', 'Function'], content.code);
      break;
    case 'wolfram':
      yield* writtenTexts('Wolfram Language', ['Content', 'Function', 'Wolfram'], content.code);
      break;
    case 'search':
      yield* filledText('Search', ['Content', 'Search', 'Query'], content.query);
      break;
    case 'messages':
      for (const [index, { blocks }] of content.messages.entries()) {
        const at = ['Content', 'Messages', index, 'Content'];
        for (const [place, block] of blocks.entries()) {
          yield* blockTexts(`Message ${index + 1}`, blocks.length > 1 ? [...at, place] : at, block);
        }
      }
      break;
    case 'blocks':
      for (const [place, block] of content.blocks.entries())
        yield* blockTexts(`Block ${place + 1}`, ['Content', 'Blocks', place], block);
      break;
    case 'prompt':
      yield* writtenTexts(
        'Prompt',
        ['Content', 'Prompt'],
        typeof content.prompt === 'string' ? content.prompt : content.prompt.name,
      );
      break;
    case 'mcp':
      yield* writtenTexts('Source', ['Content', 'MCP', 'Source'], content.source);
      yield* writtenTexts('Tool', ['Content', 'MCP', 'Tool'], content.tool);
      break;
    case 'read':
    case 'builtin':
    case 'notebook':
      break;
    default:
      assertNever(content);
  }
}

function* blockTexts(where: string, at: KeyPath, block: Block): Generator<SearchableText> {
  switch (block.type) {
    case 'text':
      yield* filledText(where, at, block.text);
      break;
    case 'image':
    case 'audio':
      if (block.media.kind === 'file') yield* writtenTexts(where, at, block.media.file);
      break;
    case 'resource':
      yield* writtenTexts(where, at, block.uri);
      if (block.body.kind === 'text') yield* filledText(where, at, block.body.text);
      break;
    case 'resource_link':
      yield* writtenTexts(where, at, block.name);
      yield* writtenTexts(where, at, block.uri);
      yield* writtenTexts(where, at, block.description);
      break;
    case 'search':
      yield* filledText(where, at, block.query);
      break;
    default:
      assertNever(block);
  }
}

function* writtenTexts(where: string, at: KeyPath, text: string | undefined): Generator<SearchableText> {
  if (text) yield { where, at, text };
}

/** The place is the whole block or content, because not every form of it has a separate key for the text. */
function* filledText(where: string, at: KeyPath, text: TextOrTemplate): Generator<SearchableText> {
  yield* writtenTexts(where, at, text.kind === 'literal' ? text.text : text.template);
}
