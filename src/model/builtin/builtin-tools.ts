/**
 * The built-in tools, `$DefaultMCPTools`: retrieval and computation with Wolfram. Every cold start loads this file, so it
 * is plain data and imports only types.
 */
import type { ToolContent, ToolDefinition } from '../definitions.ts';

/** Built-in sources, by name. */
const documentation = 'WolframLanguageDocumentation';
const wolframAlpha = 'WolframAlpha';

function searchTool(
  name: string,
  title: string,
  description: string,
  argument: { readonly name: string; readonly description: string },
  sources: readonly string[],
): ToolDefinition {
  const content: ToolContent = {
    kind: 'search',
    sources,
    query: { kind: 'template', template: `\`${argument.name}\`` },
    // One computed answer has nothing to limit.
    ...(!sources.includes(documentation) && { options: [] }),
  };
  return {
    name,
    title,
    description,
    annotations: { readOnlyHint: true, openWorldHint: sources.includes(wolframAlpha) },
    inputSchema: {
      type: 'object',
      properties: { [argument.name]: { type: 'string', description: argument.description } },
      required: [argument.name],
    },
    content,
  };
}

const context = {
  name: 'context',
  description: 'The question to answer, with the relevant parts of the conversation so far.',
};

const tools: readonly ToolDefinition[] = [
  searchTool(
    'WolframContext',
    'Wolfram context',
    'Searches the Wolfram Language documentation and Wolfram|Alpha for information that helps to answer. Call it first whenever a question is about computation, mathematics, science, data or the Wolfram Language, once for each topic. Write in English. It runs no code.',
    context,
    [wolframAlpha, documentation],
  ),
  searchTool(
    'WolframLanguageContext',
    'Wolfram Language context',
    'Searches the Wolfram Language documentation for information that helps to answer. Call it before writing Wolfram Language code, once for each topic, in English. Not for facts and data, and it runs no code. Without a Wolfram installation, it knows only the most used symbols; it says so if a name is missing.',
    context,
    [documentation],
  ),
  searchTool(
    'WolframAlphaContext',
    'Wolfram|Alpha context',
    'Asks Wolfram|Alpha for facts and results that help to answer: mathematics, units, science, places, people, dates, money.',
    context,
    [wolframAlpha],
  ),
  searchTool(
    'WolframAlpha',
    'Wolfram|Alpha',
    'Asks Wolfram|Alpha one question in short English and returns its answer.',
    { name: 'query', description: 'The question, such as "distance from Earth to Mars" or "integrate x^2 sin x".' },
    [wolframAlpha],
  ),
  {
    name: 'WolframLanguageEvaluator',
    title: 'Wolfram Language evaluator',
    description: 'Evaluates Wolfram Language code on this machine and returns the result with any messages.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          minLength: 1,
          description: 'Wolfram Language code; the last expression is the result.',
        },
        timeConstraint: {
          type: 'integer',
          minimum: 1,
          maximum: 600,
          default: 60,
          description: 'Time limit of the evaluation, in seconds.',
        },
        session: {
          type: 'string',
          description:
            'The session id at the end of an earlier answer, to continue with its definitions. Without it, a new session begins.',
        },
      },
      required: ['code'],
    },
    content: { kind: 'builtin', tool: 'WolframLanguageEvaluator' },
  },
  {
    name: 'SymbolDefinition',
    title: 'Symbol definition',
    description:
      'Returns the definitions of Wolfram Language symbols as Markdown; without a kernel, their documentation. Name symbols with their context, such as System`Plus, where it is known.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        symbols: { type: 'string', minLength: 1, description: 'One name, or several separated by commas.' },
        includeContextDetails: {
          type: 'boolean',
          default: false,
          description: 'Whether to add a JSON object with the context of each symbol.',
        },
        maxLength: {
          type: 'integer',
          minimum: 100,
          maximum: 100_000,
          default: 10_000,
          description: 'Maximum number of characters for each symbol.',
        },
      },
      required: ['symbols'],
    },
    content: { kind: 'builtin', tool: 'SymbolDefinition' },
  },
  {
    name: 'CodeInspector',
    title: 'Code inspector',
    description:
      'Inspects Wolfram Language code, a file, or all .wl, .m and .wls files of a folder, and returns the problems with their locations.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'The code. Give either code or file.' },
        file: { type: 'string', description: 'The path of a file or a folder.' },
        tagExclusions: { type: 'string', default: '', description: 'Tags to leave out, separated by commas.' },
        severityExclusions: {
          type: 'string',
          default: 'Formatting,Scoping',
          description:
            'Severities to leave out, separated by commas: Fatal, Error, Warning, Scoping, Remark, Formatting.',
        },
        confidenceLevel: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          default: 0.75,
          description: 'The lowest confidence of a problem.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
          default: 100,
          description: 'Maximum number of problems.',
        },
      },
    },
    content: { kind: 'builtin', tool: 'CodeInspector' },
  },
  {
    name: 'TestReport',
    title: 'Test report',
    description: 'Runs Wolfram Language test files (.wlt) and returns a report of their results.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        paths: {
          type: 'string',
          minLength: 1,
          description: 'Paths of test files or of folders of them, separated by commas.',
        },
        timeConstraint: {
          type: 'integer',
          minimum: 1,
          maximum: 600,
          default: 60,
          description: 'Time limit of each file, in seconds.',
        },
        memoryConstraint: {
          type: 'integer',
          minimum: 1_000_000,
          maximum: 2_000_000_000,
          default: 1_000_000_000,
          description: 'Memory limit of each file, in bytes.',
        },
        newKernel: {
          type: 'boolean',
          default: true,
          description: 'Whether the tests run in a kernel that has no other definitions.',
        },
      },
      required: ['paths'],
    },
    content: { kind: 'builtin', tool: 'TestReport' },
  },
  {
    name: 'ReadNotebook',
    title: 'Read notebook',
    description: 'Reads a Wolfram notebook (.nb) as Markdown.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { notebook: { type: 'string', minLength: 1, description: 'The path of the notebook.' } },
      required: ['notebook'],
    },
    content: { kind: 'builtin', tool: 'ReadNotebook' },
  },
  {
    name: 'WriteNotebook',
    title: 'Write notebook',
    description: 'Writes Markdown as a Wolfram notebook (.nb): headings, texts, lists and code become cells.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        file: { type: 'string', minLength: 1, description: 'The path of the notebook. Missing folders are created.' },
        markdown: { type: 'string', description: 'The content.' },
        overwrite: { type: 'boolean', default: false, description: 'Whether an existing notebook may be replaced.' },
      },
      required: ['file', 'markdown'],
    },
    content: { kind: 'builtin', tool: 'WriteNotebook' },
  },
];

/** `$DefaultMCPTools` by catalogue name, which equals the MCP name. */
export const defaultTools: ReadonlyMap<string, ToolDefinition> = new Map(tools.map((tool) => [tool.name, tool]));

/** What a tool of Wolfram's own server works with. */
const kernel = 'a Wolfram kernel';
const frontEnd = 'a Wolfram notebook front end';

/**
 * Tools that the default servers list and only Wolfram's own server (AgentTools) has: they need its kernel or its
 * notebooks. By name, with what they need.
 */
export const toolsElsewhere: ReadonlyMap<string, string> = new Map([
  ...['CheckPaclet', 'BuildPaclet', 'SubmitPaclet'].map((name) => [name, kernel] as const),
  ...['NotebookViewer', 'MCPAppsTest', 'CreateSymbolDoc', 'EditSymbolDoc', 'EditSymbolDocExamples'].map(
    (name) => [name, frontEnd] as const,
  ),
]);

/** Why a tool is not available here, and what to install: one sentence. Undefined for every other name. */
export function unavailableTool(name: string): string | undefined {
  const need = toolsElsewhere.get(name);
  if (need === undefined) return undefined;
  return `Not available here: ${name} needs ${need}. Install Wolfram with its AgentTools paclet, and connect that server to your client.`;
}
