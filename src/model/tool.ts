/** Tool definitions: checked and kept. Serving them is a capability of its own. */
import { canonicalise } from './canonical.ts';
import { readContent } from './content.ts';
import type { ToolDefinition } from './definitions.ts';
import { error, type Report, readFields, warning } from './findings.ts';
import { isJsonObject } from './json.ts';
import { readIcons } from './parts.ts';
import type { Finding } from './problems.ts';
import { refuseClashes } from './prompt.ts';
import { tool as schema } from './schemas/tool.ts';
import type { ContentReport } from './text.ts';

/**
 * Reads one tool definition (MCP 2025-11-25 `Tool`). Pure, and never throws, whatever the data is.
 * @param data plain data with keys in any case
 * @returns the definition, absent when there is an error; and the findings, located by canonical paths from the root
 */
export function readTool(data: unknown): { tool?: ToolDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidMCPToolSpecification', findings: [] };
  const { value, clashes } = canonicalise('tool', data);
  refuseClashes(clashes, report);
  if (!isJsonObject(value)) {
    error(report, [], 'A tool must have the keys Name and Content.');
    return { findings: report.findings };
  }
  const fields = readFields(schema, value, [], report, ['Icons', 'Content']);
  const icons = readIcons(value, [], report);
  const contentReport: ContentReport = { ...report, texts: [] };
  const content =
    value.Content === undefined || value.Content === null
      ? error(report, [], 'Content is missing here: add what the tool answers.')
      : readContent(value.Content, ['Content'], contentReport);
  if (fields?.Parameters && fields.InputSchema) {
    error(report, ['InputSchema'], 'Parameters and InputSchema cannot stand together: keep one of them.');
    return { findings: report.findings };
  }
  if (!fields || !icons || !content || clashes.length > 0) return { findings: report.findings };
  warning(
    report,
    ['Name'],
    'This tool is kept, but this version serves prompts only: clients will not see it.',
    'NotServed',
  );
  const tool: ToolDefinition = {
    name: fields.Name,
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
  };
  return { tool, findings: report.findings };
}
