/** Reads `Skill` of a prompt (docs/skills.md). */
import type * as z from 'zod';
import { mediaPath } from '../../base/formats.ts';
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { SkillDefinition } from '../definitions.ts';
import { error, type Report, readFields, warning } from '../problems/findings.ts';
import { maxDescriptionLength, maxNameLength, skill as schema } from '../schemas/skill.ts';

/** `SKILL.md` itself: a file of this name cannot be another one of the skill. */
const skillFile = 'SKILL.md';

/**
 * The skill of a prompt, complete: what `Skill` leaves out comes from the prompt. `{}` without a skill, also if it lacks a
 * name or a description, because the prompt itself can be served; undefined after an error.
 * @param data the prompt with canonical keys
 */
export function readSkill(data: JsonObject, at: KeyPath, report: Report): { skill?: SkillDefinition } | undefined {
  const { Skill: skillData, Name: promptName, Description: promptDescription } = data;
  if (skillData === undefined || skillData === null || skillData === false) return {};
  const place = [...at, 'Skill'];
  if (skillData !== true && !isJsonObject(skillData))
    return error(report, place, 'Skill must be true, or a set of keys such as Name and Description.');
  const fields = readFields(schema, skillData === true ? {} : skillData, place, report);
  if (!fields) return undefined;
  const withoutSkill = (message: string) => {
    warning(report, place, `This prompt is served, but is not a skill: ${message}.`);
    return {};
  };
  const name = fields.Name ?? skillNameOf(promptName);
  if (name === undefined)
    return withoutSkill('its name cannot be the name of a skill, so add Name to Skill, such as my-skill');
  const description = fields.Description ?? promptDescription;
  if (typeof description !== 'string' || description.trim() === '')
    return withoutSkill('a model chooses a skill by its description, so add Description to the prompt');
  if (description.length > maxDescriptionLength)
    return withoutSkill(
      `its description is too long for a skill, so add a Description of at most ${maxDescriptionLength} characters to Skill`,
    );
  const rest = readRest(fields, place, 'The prompt itself becomes', report);
  return rest && { skill: { name, description, ...rest } };
}

/** What both forms share; undefined after an error. @param subject the start of a sentence about `SKILL.md` */
export function readRest(
  fields: Pick<
    z.output<typeof schema>,
    'AllowedTools' | 'Files' | 'License' | 'Compatibility' | 'Metadata' | 'UserInvocable'
  >,
  at: KeyPath,
  subject: string,
  report: Report,
): Omit<SkillDefinition, 'name' | 'description'> | undefined {
  const files = [...new Set((fields.Files ?? []).map(mediaPath))];
  const reservedIndex = files.findIndex((file) => file.toLowerCase() === skillFile.toLowerCase());
  if (reservedIndex >= 0)
    return error(report, [...at, 'Files', reservedIndex], `${subject} ${skillFile}: rename this file.`);
  return {
    ...(fields.AllowedTools && fields.AllowedTools.length > 0 && { allowedTools: fields.AllowedTools }),
    ...(files.length > 0 && { files }),
    ...(fields.License !== undefined && { license: fields.License }),
    ...(fields.Compatibility !== undefined && { compatibility: fields.Compatibility }),
    ...(fields.Metadata && { metadata: fields.Metadata }),
    ...(fields.UserInvocable === false && { userInvocable: false }),
  };
}

/** `Explain Error` becomes `explain-error`, `findBugs` `find-bugs`; undefined if no letter or digit remains. */
export function skillNameOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, maxNameLength).replace(/-$/, '') || undefined;
}
