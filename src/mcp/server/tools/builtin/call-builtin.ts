/** Computes the answers of the built-in tools that are not searches. */
import { WorkbenchError } from '../../../../base/errors.ts';
import type { BuiltinTool } from '../../../../model/definitions.ts';
import type { ToolArguments, ToolContext } from '../tool-context.ts';
import { pathsIn } from './named-files.ts';
import { callOwn, kernelOf, requireKernel } from './own-function.ts';

/** What a built-in tool answers. */
interface BuiltinAnswer {
  readonly text: string;
  /** PNG, as base64. */
  readonly images: readonly string[];
  readonly isError?: boolean;
}

/**
 * @param args checked by the tool's schema, with its defaults
 * @throws WorkbenchError
 */
export async function callBuiltin(
  tool: BuiltinTool,
  args: ToolArguments,
  context: ToolContext,
): Promise<BuiltinAnswer> {
  switch (tool) {
    case 'WolframLanguageEvaluator': {
      const [code, seconds] = [String(args.code), Number(args.timeConstraint)];
      const session = typeof args.session === 'string' ? args.session : undefined;
      return kernelOf(context).evaluate({ code, seconds, session }, context);
    }
    case 'SymbolDefinition': {
      const { symbolDefinitions } = await import('./symbol-definition.ts');
      return answer(await symbolDefinitions(args, context));
    }
    case 'CodeInspector':
      return inspect(args, context);
    case 'TestReport':
      return test(args, context);
    case 'ReadNotebook': {
      const { notebookAsMarkdown } = await import('./notebooks.ts');
      return answer(await notebookAsMarkdown(String(args.notebook), context));
    }
    case 'WriteNotebook': {
      const { writeNotebook } = await import('./notebooks.ts');
      const { file, markdown, overwrite } = args;
      return answer(await writeNotebook(String(file), String(markdown), overwrite === true, context.services));
    }
  }
}

function answer(text: string): BuiltinAnswer {
  return { text, images: [] };
}

async function inspect(args: ToolArguments, context: ToolContext): Promise<BuiltinAnswer> {
  const { code = '', file = '' } = args;
  if ((code === '') === (file === '')) throw new WorkbenchError('invalid-input', 'give either code or file.');
  await requireKernel(context);
  const [path = ''] = file === '' ? [] : pathsIn(String(file), context.services);
  return callOwn('inspectCode', { ...args, code, file: path }, context);
}

/** The time of all files of a report together. */
const maxSeconds = 600;

async function test(args: ToolArguments, context: ToolContext): Promise<BuiltinAnswer> {
  await requireKernel(context);
  const paths = pathsIn(String(args.paths), context.services);
  const options = { seconds: maxSeconds, isFresh: args.newKernel !== false };
  return callOwn('reportTests', { ...args, paths }, context, options);
}
