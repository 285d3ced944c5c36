/** Reads tool definitions from the plain data of YAML or JSON. */

import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { canonicalise, placesOfClashes } from '../canonical.ts';
import type { ToolAnnotations, ToolContent, ToolDefinition } from '../definitions.ts';
import { error, type Report, readFields } from '../problems/findings.ts';
import type { Finding } from '../problems/problems.ts';
import { readIcons, readMeta, readTags } from '../prompt/parts.ts';
import { refuseClashes } from '../prompt/prompt.ts';
import { checkSlots } from '../prompt/slots.ts';
import type { ContentReport } from '../prompt/text.ts';
import { toolAnnotations, tool as toolShape } from '../schemas/tool.ts';
import { readToolTests } from '../tests/read-tests.ts';
import { readToolContent } from './tool-content.ts';
import { type Input, noArguments, readInput } from './tool-parameters.ts';
import { readObjectSchema } from './tool-schema.ts';

/**
 * Reads one tool definition (MCP 2025-11-25 `Tool`). Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless it has an error, and the findings, located by canonical paths from the root
 */
export function readTool(data: unknown): { tool?: ToolDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidMCPToolSpecification', findings: [] };
  const { value, clashes } = canonicalise('tool', data);
  refuseClashes(clashes, report);
  const tool = readToolAt(value, [], placesOfClashes(clashes), report);
  return tool ? { tool, findings: report.findings } : { findings: report.findings };
}

/** Reads a definition inside a larger value with canonical keys; `clashing` is `placesOfClashes` of the whole value. */
export function readToolAt(
  value: unknown,
  at: KeyPath,
  clashing: ReadonlySet<string>,
  report: Report,
): ToolDefinition | undefined {
  if (!isJsonObject(value)) return error(report, at, 'A tool must have the keys Name and Content.');
  const before = report.findings.length;
  const nestedKeys = ['Icons', 'Annotations', 'Parameters', 'InputSchema', 'OutputSchema', 'Content', 'Tests'] as const;
  const fields = readFields(toolShape, value, at, report, nestedKeys);
  const icons = readIcons(value, at, report);
  const annotations = readToolAnnotations(value, at, report);
  const input = readInput(value, at, report);
  const output = readOutput(value, at, report);
  const argumentNames = namesIn(input);
  const contentReport: ContentReport = { ...report, texts: [], conditions: [], conditionArguments: argumentNames };
  const content = readRequiredContent(value, at, contentReport);
  checkSlots(content, contentReport, argumentNames, at, input?.key ?? 'Parameters');
  if (content?.kind === 'read' && input?.key)
    error(report, [...at, input.key], `A tool that reads pages has arguments already: remove ${input.key}.`);
  if (content?.kind === 'read' && output?.outputSchema)
    error(report, [...at, 'OutputSchema'], 'A page is text for a model: remove OutputSchema.');
  if (content?.kind === 'search' && content.structured && output?.outputSchema)
    error(report, [...at, 'OutputSchema'], 'Structured has an output schema already: remove OutputSchema.');
  const hasError = report.findings.slice(before).some((finding) => finding.severity === 'error');
  const tests = readToolTests(value, at, report);
  if (!fields || !icons || !annotations || !input || !output || !content || hasError) return undefined;
  if (clashing.has(JSON.stringify(at))) return undefined;
  const inputSchema = input.schema ?? (isPassedOn(content) ? undefined : noArguments);
  return {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    ...icons,
    ...readTags(fields),
    ...readMeta(fields),
    ...annotations,
    ...(inputSchema && { inputSchema }),
    ...output,
    content,
    ...tests,
  };
}

/** Whether a prompt, another server or the workbench defines the arguments. */
function isPassedOn({ kind }: ToolContent): boolean {
  return kind === 'prompt' || kind === 'mcp' || kind === 'read';
}

function namesIn(input: Input | undefined): readonly { readonly name: string }[] | undefined {
  if (!input) return undefined;
  const properties = input.schema?.properties;
  return isJsonObject(properties) ? Object.keys(properties).map((name) => ({ name })) : [];
}

/** `{}` when absent; undefined after an error. */
function readToolAnnotations(
  data: JsonObject,
  at: KeyPath,
  report: Report,
): { annotations?: ToolAnnotations } | undefined {
  const value = data.Annotations;
  if (value === undefined || value === null) return {};
  const inside = [...at, 'Annotations'];
  if (!isJsonObject(value))
    return error(
      report,
      inside,
      `Annotations must be a set of the keys ${Object.keys(toolAnnotations.shape).join(', ')}.`,
    );
  const fields = readFields(toolAnnotations, value, inside, report);
  return (
    fields && {
      annotations: {
        ...(fields.ReadOnlyHint !== undefined && { readOnlyHint: fields.ReadOnlyHint }),
        ...(fields.DestructiveHint !== undefined && { destructiveHint: fields.DestructiveHint }),
        ...(fields.IdempotentHint !== undefined && { idempotentHint: fields.IdempotentHint }),
        ...(fields.OpenWorldHint !== undefined && { openWorldHint: fields.OpenWorldHint }),
      },
    }
  );
}

/** `{}` when absent; undefined after an error. */
function readOutput(data: JsonObject, at: KeyPath, report: Report): { outputSchema?: JsonObject } | undefined {
  if (data.OutputSchema === undefined || data.OutputSchema === null) return {};
  const outputSchema = readObjectSchema(data.OutputSchema, [...at, 'OutputSchema'], report);
  return outputSchema && { outputSchema };
}

function readRequiredContent(data: JsonObject, at: KeyPath, report: ContentReport): ToolContent | undefined {
  if (data.Content !== undefined && data.Content !== null)
    return readToolContent(data.Content, [...at, 'Content'], report);
  const place = Object.hasOwn(data, 'Content') ? [...at, 'Content'] : at;
  return error(report, place, 'Content is missing: add what the tool returns.');
}
