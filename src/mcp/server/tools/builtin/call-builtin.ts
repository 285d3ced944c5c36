/** Computes the answers of the built-in tools that are not searches. */
import { WorkbenchError } from '../../../../base/errors.ts';
import type { BuiltinTool } from '../../../../model/definitions.ts';
import type { Wolfram } from '../../../../wolfram/kernel/wolfram.ts';
import type { ToolArguments, ToolContext } from '../answer.ts';
import { pathsIn } from './named-files.ts';

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
      return answer(await notebookAsMarkdown(String(args.notebook), context.services));
    }
    case 'WriteNotebook': {
      const { writeNotebook } = await import('./notebooks.ts');
      const { file, markdown, overwrite } = args;
      return answer(await writeNotebook(String(file), String(markdown), overwrite === true, context.services));
    }
  }
}

/** @throws WorkbenchError if this process starts no kernel */
export function kernelOf({ services }: ToolContext): Omit<Wolfram, 'close'> {
  if (!services.wolfram) throw new WorkbenchError('unavailable', 'this program cannot run Wolfram Language.');
  return services.wolfram;
}

function answer(text: string): BuiltinAnswer {
  return { text, images: [] };
}

async function inspect(args: ToolArguments, context: ToolContext): Promise<BuiltinAnswer> {
  const { code = '', file = '' } = args;
  if ((code === '') === (file === '')) throw new WorkbenchError('invalid-input', 'give either code or file.');
  const [path = ''] = file === '' ? [] : pathsIn(String(file), context.services);
  const { inspectCode } = await import('../../../../wolfram/kernel/own-functions.ts');
  return kernelOf(context).callOwn(inspectCode, { ...args, code, file: path }, context);
}

/** A kernel stops code within this time. */
const maxSeconds = 600;

async function test(args: ToolArguments, context: ToolContext): Promise<BuiltinAnswer> {
  const paths = pathsIn(String(args.paths), context.services);
  const { reportTests } = await import('../../../../wolfram/kernel/own-functions.ts');
  const options = { ...context, seconds: maxSeconds, isFresh: args.newKernel !== false };
  return kernelOf(context).callOwn(reportTests, { ...args, paths }, options);
}
