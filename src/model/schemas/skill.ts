/** `Skill` of a prompt: how it is also an Agent Skill (agentskills.io/specification). */
import * as z from 'zod';
import { mediaFile, someText, tags } from './common.ts';

/** Agent Skills, "name field". */
export const maxNameLength = 64;
/** Agent Skills, "description field". */
export const maxDescriptionLength = 1024;

const skillName = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case letters and digits with single hyphens, such as explain-error.',
  )
  .max(maxNameLength, `must be at most ${maxNameLength} characters.`);

/** The name of a tool, and perhaps its allowed calls: `Bash(git add *)`. */
const toolName = someText.regex(/^\S+$|^\S+\(.*\)$/, 'must be a tool such as Read, or its calls such as Bash(git *).');

const description = z
  .string()
  .regex(/\S/, 'must not be empty: say what the skill does and when to use it.')
  .max(maxDescriptionLength, `must be at most ${maxDescriptionLength} characters.`);

export const skill = z
  .object({
    Name: skillName.optional().describe('Default: the name of the prompt in lower case, with hyphens.'),
    Description: description
      .optional()
      .describe('What it does and when a model should use it. Default: Description of the prompt.'),
    AllowedTools: z.array(toolName).optional().describe('Tools that the skill may use without asking, where allowed.'),
    Files: z.array(mediaFile).optional().describe('Files of the media folder that belong to the skill.'),
    License: someText.optional(),
    Compatibility: someText
      .max(500, 'must be at most 500 characters.')
      .optional()
      .describe('What it needs, such as a program or network access.'),
    Metadata: z.record(z.string(), z.string()).optional().describe('Further data, as text by key.'),
    UserInvocable: z
      .boolean()
      .optional()
      .describe('Whether a person may also start it, in clients that support it. Default: true.'),
  })
  .meta({ id: 'Skill' });

/** A file in `skills/`: a skill without a prompt. */
export const skillFile = skill
  .extend({
    Name: skillName.describe('Lower-case letters and digits with hyphens, at most 64.'),
    Description: description.describe('What it does and when a model should use it.'),
    Tags: tags,
    Content: z
      .string()
      .regex(/\S/, 'must not be empty: write the instructions of the skill.')
      .describe('The instructions that a model follows, in Markdown.'),
  })
  .meta({ id: 'SkillFile' });
