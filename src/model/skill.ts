/** Reads skills without a prompt: the files in `skills/` (docs/skills.md). */
import { isJsonObject } from '../base/json.ts';
import { canonicalise } from './canonical.ts';
import type { WrittenSkill } from './definitions.ts';
import { error, type Report, readFields } from './problems/findings.ts';
import type { Finding } from './problems/problems.ts';
import { readTags } from './prompt/parts.ts';
import { refuseClashes } from './prompt/prompt.ts';
import { readRest } from './prompt/read-skill.ts';
import { skillFile } from './schemas/skill.ts';

/**
 * Reads a file in `skills/`. Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless it has an error, and the findings, located by canonical paths from the root
 */
export function readWrittenSkill(data: unknown): { writtenSkill?: WrittenSkill; findings: Finding[] } {
  const report: Report = { tag: 'InvalidSkillSpecification', findings: [] };
  const { findings } = report;
  const { value, clashes } = canonicalise('skill', data);
  refuseClashes(clashes, report);
  if (!isJsonObject(value)) {
    error(report, [], 'A skill must have the keys Name, Description and Content.');
    return { findings };
  }
  const fields = readFields(skillFile, value, [], report);
  const rest = fields && readRest(fields, [], 'Content becomes', report);
  if (!fields || !rest || clashes.length > 0) return { findings };
  const { Name: name, Description: description, Content: content } = fields;
  return { writtenSkill: { name, description, ...rest, ...readTags(fields), content }, findings };
}
