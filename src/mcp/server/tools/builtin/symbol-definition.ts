/** `SymbolDefinition`: from the kernel, or else from the documentation. */
import { NotAllowedError, WorkbenchError } from '../../../../base/errors.ts';
import type { ToolArguments, ToolContext } from '../tool-context.ts';
import { callOwn } from './own-function.ts';

/** Markdown for each symbol, or a sentence that says why there is none. */
export async function symbolDefinitions(args: ToolArguments, context: ToolContext): Promise<string> {
  const { wolfram } = context.services;
  const symbols = String(args.symbols)
    .split(',')
    .flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
    .slice(0, maxSymbols);
  let note = 'No Wolfram kernel was found, so this is from the documentation.';
  if (await wolfram?.isInstalled()) {
    try {
      return (await callOwn('defineSymbols', { ...args, symbols }, context)).text;
    } catch (error) {
      if (!(error instanceof NotAllowedError)) throw error;
      note = `This is from the documentation: ${error.message}`;
    }
  }
  const maxLength = Number(args.maxLength);
  const pages = await Promise.all(symbols.map((name) => readDocumentation(name, maxLength, context)));
  return [note, ...pages].join('\n\n');
}

const maxSymbols = 20;
const documentation = 'WolframLanguageDocumentation';

/** The page of a symbol. */
async function readDocumentation(name: string, maxLength: number, { services }: ToolContext): Promise<string> {
  const shortName = name.slice(name.lastIndexOf('`') + 1);
  const noPageText = `# ${name}\n\nError: the documentation has no page about ${name}.`;
  if (!/^[$\p{L}][$\p{L}\d]*$/u.test(shortName)) return `# ${name}\n\nError: ${name} is not the name of a symbol.`;
  const page = await services.findPage?.({ sources: [documentation], location: shortName }).catch(orNone);
  if (page?.page.title !== shortName) return noPageText;
  const { passages } = page.page;
  const text = passages
    .map(({ headings, text }) => [...headings.map((heading) => `## ${heading}`), text].join('\n\n'))
    .join('\n\n');
  const excess = text.length - maxLength;
  const shortText =
    excess > 0
      ? `${text.slice(0, maxLength)}\n[${excess.toLocaleString('en')} characters are left out: raise maxLength.]`
      : text;
  return `# ${shortName}\n\n${shortText}`;
}

function orNone(error: unknown): undefined {
  if (error instanceof WorkbenchError && error.code === 'not-found') return undefined;
  throw error;
}
