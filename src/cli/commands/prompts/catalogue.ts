/** `catalogue`: prints `$DefaultMCPPrompts` and `$DefaultMCPTools`, and which of them work on this computer. */
import { defaultPrompts } from '../../../model/builtin/builtin.ts';
import { defaultTools, toolsElsewhere, unavailableTool } from '../../../model/builtin/builtin-tools.ts';
import type { BuiltinTool, Content, ToolContent } from '../../../model/definitions.ts';
import { stateDir } from '../../../state/paths.ts';
import { onOneLine, print, printJson } from '../../print.ts';

interface CatalogueLine {
  /** The name by which a server lists it. */
  readonly name: string;
  /** The name that clients see. */
  readonly mcpName: string;
  readonly description?: string;
  readonly isAvailable: boolean;
  /** Why it is not available, or which part of it. */
  readonly note?: string;
}

export async function listCatalogue({ json }: { json?: boolean }): Promise<void> {
  const describeMissing = await whatIsMissing();
  const catalogueRow = (
    name: string,
    mcpName: string,
    description: string | undefined,
    content: Content | ToolContent,
  ) => ({
    name,
    mcpName,
    ...(description !== undefined && { description }),
    ...describeMissing(content),
  });
  const prompts = [...defaultPrompts].map(([name, prompt]) =>
    catalogueRow(name, prompt.name, prompt.description, prompt.content),
  );
  const tools: CatalogueLine[] = [
    ...[...defaultTools].map(([name, tool]) => catalogueRow(name, tool.name, tool.description, tool.content)),
    ...[...toolsElsewhere.keys()].map((name) => ({
      name,
      mcpName: name,
      isAvailable: false,
      note: unavailableTool(name) ?? '',
    })),
  ];
  if (json) return printJson({ prompts, tools });
  print(`$DefaultMCPPrompts\n${prompts.map(asText).join('')}\n$DefaultMCPTools\n${tools.map(asText).join('')}`);
}

/** Finds out what content needs that this computer does not have. */
async function whatIsMissing() {
  const [{ fileSecrets }, { findAppId, howToSetUp }, { hasWolframscript, noKernel }] = await Promise.all([
    import('../../../state/secrets.ts'),
    import('../../../search/sources/wolfram-alpha/app-id.ts'),
    import('../../../wolfram/kernel/find-wolframscript.ts'),
  ]);
  const secrets = fileSecrets(stateDir());
  const hasAppId = (await findAppId(secrets, process.env)) !== undefined;
  const setUp = hasAppId ? '' : await howToSetUp(secrets, 'in the workbench');
  const availability = (tool: BuiltinTool): Pick<CatalogueLine, 'isAvailable' | 'note'> => {
    if (hasWolframscript() || tool === 'ReadNotebook' || tool === 'WriteNotebook') return { isAvailable: true };
    return tool === 'SymbolDefinition'
      ? { isAvailable: true, note: `Only from the documentation. ${noKernel}` }
      : { isAvailable: false, note: noKernel };
  };
  return (content: Content | ToolContent): Pick<CatalogueLine, 'isAvailable' | 'note'> => {
    if (content.kind === 'builtin') return availability(content.tool);
    if (content.kind !== 'search' || hasAppId || !content.sources.includes('WolframAlpha'))
      return { isAvailable: true };
    return content.sources.length > 1
      ? { isAvailable: true, note: `Only the documentation is searched. ${setUp}` }
      : { isAvailable: false, note: setUp };
  };
}

function asText({ name, mcpName, description, isAvailable, note }: CatalogueLine): string {
  const clientName = mcpName === name ? '' : ` (clients see ${mcpName})`;
  const lines = [
    `  ${name}${clientName}: ${isAvailable ? 'available' : 'not available'}`,
    ...(description === undefined ? [] : [`    ${onOneLine(description)}`]),
    ...(note === undefined ? [] : [`    ${onOneLine(note)}`]),
  ];
  return `${lines.join('\n')}\n`;
}
