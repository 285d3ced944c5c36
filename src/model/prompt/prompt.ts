/** Reads prompt definitions from the plain data of YAML or JSON. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { canonicalise, type KeyClash, placesOfClashes } from '../canonical.ts';
import type { Content, PromptDefinition } from '../definitions.ts';
import { error, type Report, readFields } from '../problems/findings.ts';
import type { Finding } from '../problems/problems.ts';
import { prompt as schema } from '../schemas/prompt.ts';
import { readPromptTests } from '../tests/read-tests.ts';
import { readArguments, readSamples, warnOfAsking } from './arguments.ts';
import { inferType, readContent } from './content.ts';
import { readIcons, readMeta, readTags } from './parts.ts';
import { promptNameAdvice, warnOfName } from './portable-names.ts';
import { readSkill } from './read-skill.ts';
import { checkSlots } from './slots.ts';
import type { ContentReport } from './text.ts';

/**
 * Reads one prompt definition (docs/specification.md, "Prompt Definition Format"). Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless it has an error, and the findings, located by canonical paths from the root
 */
export function readPrompt(data: unknown): { prompt?: PromptDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidMCPPromptSpecification', findings: [] };
  const { value, clashes } = canonicalise('prompt', data);
  refuseClashes(clashes, report);
  const prompt = readPromptAt(value, [], placesOfClashes(clashes), report);
  return prompt ? { prompt, findings: report.findings } : { findings: report.findings };
}

/** Reads a definition inside a larger value with canonical keys; `clashing` is `placesOfClashes` of the whole value. */
export function readPromptAt(
  value: unknown,
  at: KeyPath,
  clashing: ReadonlySet<string>,
  report: Report,
): PromptDefinition | undefined {
  if (!isJsonObject(value)) return error(report, at, 'A prompt must have the keys Name and Content.');
  const before = report.findings.length;
  const nestedKeys = ['Icons', 'Arguments', 'Content', 'Samples', 'Skill', 'Tests', 'Type'] as const;
  const fields = readFields(schema, value, at, report, nestedKeys);
  warnOfName(value.Name, promptNameAdvice, at, report);
  const icons = readIcons(value, at, report);
  const args = readArguments(value, at, report);
  const contentReport: ContentReport = { ...report, texts: [], conditions: [], conditionArguments: args };
  const content = readRequiredContent(value, at, contentReport);
  const type = readType(value, content, at, report);
  const samples = readSamples(value, args, at, report);
  const skill = readSkill(value, at, report);
  if (fields && args) warnOfAsking(args, fields.Ask, at, report);
  checkSlots(content, contentReport, args, at);
  const hasError = report.findings.slice(before).some((finding) => finding.severity === 'error');
  const hasClash = clashing.has(JSON.stringify(at));
  // What a file holds, the library checks.
  const sampleNames = samples?.sampleFile === undefined ? (samples?.samples ?? []).map(nameOf) : undefined;
  const names = { arguments: (args ?? []).map(nameOf), samples: sampleNames };
  const tests = args && samples ? readPromptTests(value, names, at, report) : {};
  if (!fields || !icons || !args || !content || !type || !samples || !skill || hasError || hasClash) return undefined;
  return {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    ...icons,
    ...readTags(fields),
    ...readMeta(fields),
    ...(fields.Ask && { ask: fields.Ask }),
    ...(fields.Message !== undefined && { message: fields.Message }),
    arguments: args,
    type,
    content,
    ...skill,
    ...samples,
    ...tests,
  };
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Reports keys that are written twice in different case: only the author knows which one is right. */
export function refuseClashes(clashes: readonly KeyClash[], report: Report): void {
  for (const { at, canonical } of clashes) {
    report.findings.push({
      tag: report.tag,
      severity: 'error',
      message: `${canonical} is written twice, differing only in case: keep one of the two.`,
      at,
      on: 'key',
    });
  }
}

function readRequiredContent(data: JsonObject, at: KeyPath, report: ContentReport): Content | undefined {
  if (data.Content !== undefined && data.Content !== null) return readContent(data.Content, [...at, 'Content'], report);
  const place = Object.hasOwn(data, 'Content') ? [...at, 'Content'] : at;
  return error(report, place, 'Content is missing: add the text that clients get.');
}

const typeSchema = schema.pick({ Type: true });

/** Reads `Type` (docs/specification.md, "Type Determination Heuristics"); `Automatic` means the same as no `Type`. */
function readType(
  data: JsonObject,
  content: Content | undefined,
  at: KeyPath,
  report: Report,
): PromptDefinition['type'] | undefined {
  const fields = readFields(typeSchema, { Type: data.Type ?? null }, at, report);
  if (!fields) return undefined;
  const inferredType = inferType(content);
  if (!content || fields.Type === undefined || fields.Type === 'Automatic' || fields.Type === inferredType)
    return inferredType;
  return error(
    report,
    [...at, 'Type'],
    inferredType === 'Function'
      ? 'Type is Text, but Content must be run: remove Type, or write Type: Function.'
      : 'Type is Function, but Content is text: remove Type, or write the function as Content: {Function: JavaScript}.',
  );
}
