/** The tool that a model is offered instead of a prompt, as a piece of text that can be compared. */
import * as z from 'zod';
import type { ResolvedTool } from '../../model/definitions.ts';
import type { OfferedTool, ReachedPiece } from './program.ts';

const schema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
});

/** Finds the server's tool among those of a request. Its name there may begin with the server's name. */
export function findTool({ name }: ResolvedTool, tools: readonly OfferedTool[]): OfferedTool | undefined {
  return (
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => tool.name.endsWith(`-${name}`) || tool.name.endsWith(`_${name}`))
  );
}

/** Writes the tool as text: its name on the server, its description, and its arguments in a fixed order. */
export function toolPiece(
  { name }: ResolvedTool,
  { description, parameters }: Omit<OfferedTool, 'name'>,
): ReachedPiece {
  const { properties } = schema.catch({ properties: {} }).parse(parameters);
  const names = Object.keys(properties).sort();
  const lines = names.map((value) => `${value}: ${properties[value]?.description ?? ''}`.trimEnd());
  return { kind: 'text', text: [`Tool ${name}`, description, ...lines].join('\n') };
}
