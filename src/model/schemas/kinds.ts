/** The schema of each kind of definition file: the one description of its shape. */
import type * as z from 'zod';
import type { DefinitionKind } from '../definitions.ts';
import { prompt } from './prompt.ts';
import { server } from './server.ts';
import { skillFile } from './skill.ts';
import { source } from './source.ts';
import { tool } from './tool.ts';

export const schemas: Readonly<Record<DefinitionKind, z.ZodType>> = {
  server,
  prompt,
  tool,
  source,
  skill: skillFile,
};
