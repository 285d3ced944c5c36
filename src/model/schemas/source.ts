/** Source files: where search prompts look. */
import * as z from 'zod';
import { globFault } from '../../base/glob.ts';
import { readSynonyms } from '../synonyms.ts';
import { head, label, someText, webAddress } from './common.ts';

const pattern = someText.refine((value) => globFault(value) === undefined, {
  error: ({ input }) => globFault(String(input)),
});

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must have HTTP header names as keys, such as Authorization.');
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of Latin letters, digits and signs.');

const synonyms = z.string().refine((line) => readSynonyms(line).length > 0, {
  error: 'must be words that mean the same (car, automobile) or what words also mean (handle, crank => lever).',
});

/** A service that turns texts into vectors. Without an address and a model, it is not used. */
export const embeddings = z
  .object({
    Address: webAddress
      .optional()
      .describe('An address that answers as the OpenAI API does, such as http://127.0.0.1:11434/v1 for Ollama.'),
    Model: label.optional().describe('The name of the model, such as nomic-embed-text.'),
    Key: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]*$/,
        'must be the name of an environment variable that has the key, such as OPENAI_API_KEY.',
      )
      .optional()
      .describe('The environment variable that has the key of the service.'),
    QueryPrefix: z.string().optional().describe('Text before every query, if the model requires it.'),
    PassagePrefix: z.string().optional().describe('Text before every passage, if the model requires it.'),
  })
  .meta({ id: 'Embeddings' });

/** The number is formatted when it is shown: the first formatting costs a start of `serve` several milliseconds. */
const count = (max: number) => {
  const error = () => `must be a whole number from 1 to ${max.toLocaleString('en')}.`;
  return z.int().min(1, { error }).max(max, { error }).optional();
};

/** One address of pages on the web that are fetched into a copy (`fetch`). */
export const webPages = z
  .object({
    Url: z
      .string()
      .regex(
        /^(?:https?|ssh):\/\/[^\s/]\S*$|^file:\/\/\/\S+$/,
        'must be an http: or https: address, or for a git repository one that begins with ssh:// or file:///.',
      )
      .describe('The address of a page, a sitemap, an llms.txt or llms-full.txt file, or a git repository.'),
    Type: z
      .enum(['Page', 'Sitemap', 'LlmsTxt', 'Git'])
      .optional()
      .describe('What is at the address. Default: by its end (llms.txt, .xml, .git), else Page.'),
    Version: label.optional().describe('The version that the pages document; part of the location of each page.'),
    Below: z
      .string()
      .regex(/^\/\S*$/, 'must be a path that begins with /.')
      .optional()
      .describe('Only pages below this path are fetched. Default: the folder of Url.'),
    Depth: z
      .int()
      .min(0, 'must be a whole number from 0 to 20.')
      .max(20, 'must be a whole number from 0 to 20.')
      .optional()
      .describe('How many links a page may be away from the page at Url. Default: 3.'),
    MaxPages: count(20_000).describe('The maximum number of pages. Default: 500.'),
    MaxMegabytes: count(1_000).describe('The maximum size of all pages. Default: 50.'),
    Delay: z
      .number()
      .min(0.1, 'must be a number of seconds from 0.1 to 60.')
      .max(60, 'must be a number of seconds from 0.1 to 60.')
      .optional()
      .describe('Seconds between two requests. Default: 1. A longer Crawl-delay in robots.txt takes precedence.'),
    Refresh: z
      .enum(['Daily', 'Weekly', 'Monthly'])
      .optional()
      .describe('How often changed pages are fetched again after the first fetch. Default: only on request.'),
    Ref: z
      .string()
      .regex(/^(?![-/.])(?!.*(?:\.\.|\/\/|@\{))[\w./+@#=,-]+$/, 'must be the name of a branch or tag.')
      .optional()
      .describe('The branch or tag of a git repository. Default: the one of its HEAD.'),
    Folder: z
      .string()
      .regex(
        /^(?![/\\])(?!(?:.*\/)?\.\.?(?:\/|$))[^\\*?[\]!\n\r\t]+$/,
        'must be the path of a folder in the repository, without ".." and wildcards.',
      )
      .optional()
      .describe('The folder of a git repository that is fetched, such as docs. Default: all of it.'),
  })
  .meta({ id: 'WebPages' });

/** A person's judgement of the results of a query. The workbench writes it; `evaluate` reads it. */
const judgedQuery = z
  .object({
    Query: someText,
    Right: z.array(someText).optional().describe('Pages that answer the query, by the location that results show.'),
    Wrong: z.array(someText).optional().describe('Pages that were found but do not answer the query.'),
  })
  .meta({ id: 'Judged' });

const sharedFields = {
  ...head,
  Judged: z
    .array(judgedQuery)
    .optional()
    .describe('Queries with the pages that they should find, for measuring search quality.'),
};

/** The forms of a source, by `Type`. */
export const sources = {
  Documentation: z.object({
    Type: z.literal('Documentation'),
    ...sharedFields,
    Folders: z
      .array(label)
      .optional()
      .describe('Folders or files to read, from the workspace folder, from ~ or absolute.'),
    Web: z
      .array(webPages)
      .optional()
      .describe('Addresses on the web whose pages are fetched into the cache, on request or as Refresh says.'),
    Include: z
      .array(pattern)
      .optional()
      .describe('Patterns of files to include, such as **/*.md. Default: every format that can be read.'),
    Exclude: z.array(pattern).optional().describe('Patterns of files to exclude.'),
    DocComments: z
      .boolean()
      .optional()
      .describe('true also reads the doc comments of programs (.ts, .js, .py, .rs, .go, .c, .cpp and their like).'),
    Version: label
      .optional()
      .describe('The version that the pages document, such as 3.11. A search that finds nothing mentions it.'),
    Synonyms: z
      .array(synonyms)
      .optional()
      .describe(
        'What words of a query also mean in this source, such as "car, automobile" or "handle, crank => lever".',
      ),
    BaseUrl: webAddress
      .optional()
      .describe(
        'Where the pages are on the web, for the links in results: the path below its folder is added, or replaces {path}, without its extension.',
      ),
    Embeddings: embeddings
      .optional()
      .describe('Ranks the best 30 passages again by meaning: an address gets the query and these passages.'),
  }),
  WolframAlpha: z.object({
    Type: z.literal('WolframAlpha'),
    ...sharedFields,
    BaseUrl: webAddress.optional().describe('An alternative address of the LLM API, for a proxy or a test.'),
  }),
  MCP: z.object({
    Type: z.literal('MCP'),
    ...sharedFields,
    Command: label.optional().describe('The program of a server that speaks over standard input and output.'),
    Args: z.array(z.string()).optional(),
    Env: z.record(z.string(), z.string()).optional(),
    Url: webAddress.optional().describe('The address of a server that speaks Streamable HTTP.'),
    Headers: z
      .record(headerName, headerValue)
      .optional()
      .describe(`Headers for the Url. \${NAME} in a value is replaced by that environment variable, such as a token.`),
    Tool: label.optional().describe('The tool to call.'),
    Argument: label.optional().describe('The argument that takes the query. Default: query.'),
    Arguments: z.record(z.string(), z.json()).optional().describe("Values for the tool's other arguments."),
  }),
};

export const source = z
  .discriminatedUnion('Type', [sources.Documentation, sources.WolframAlpha, sources.MCP])
  .meta({ id: 'Source' });
