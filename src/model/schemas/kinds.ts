/** The four kinds of definition files and the schema of each: the one description of their shape. */
import type * as z from 'zod';
import { prompt } from './prompt.ts';
import { server } from './server.ts';
import { source } from './source.ts';
import { tool } from './tool.ts';

export type DefinitionKind = 'server' | 'prompt' | 'tool' | 'source';

export const schemas: Readonly<Record<DefinitionKind, z.ZodType>> = { server, prompt, tool, source };
