/** A permission request of the Agent Client Protocol, as the workbench shows it to a person. */
import type { PermissionOption, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { permissionKind } from '../../contract/shapes/run.ts';
import type { PermissionKind, PermissionRequest } from '../permissions.ts';

/** Only the options for one request: an agent may remember the others, also for later runs. */
export function permissionOf(call: ToolCallUpdate, options: readonly PermissionOption[]): PermissionRequest {
  const kind = kindOf(call);
  const detail = detailOf(call);
  return {
    kind,
    title: call.title || call.name || 'Use a tool',
    ...(detail !== undefined && { detail }),
    options: options.flatMap(({ optionId: id, name, kind: how }) =>
      how === 'allow_once' || how === 'reject_once' ? [{ id, name, isYes: how === 'allow_once' }] : [],
    ),
  };
}

/** The option that refuses; undefined if there is none. */
export function refusalIn(options: readonly PermissionOption[]): string | undefined {
  const no = options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind === 'reject_always');
  return no?.optionId;
}

function kindOf({ kind }: ToolCallUpdate): PermissionKind {
  return permissionKind.safeParse(kind).data ?? 'other';
}

/** The changes of files, the arguments, and the files that it touches. */
function detailOf({ content, rawInput, locations }: ToolCallUpdate): string | undefined {
  const changes = content?.flatMap(textOf) ?? [];
  const input = rawInput === undefined || rawInput === null ? [] : [inputText(rawInput)];
  const files = locations?.map(({ path }) => path) ?? [];
  const parts = changes.length > 0 ? changes : input.length > 0 ? input : files;
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

function textOf(content: ToolCallContent): string[] {
  if (content.type === 'diff') return [`${content.path}\n${content.newText}`];
  if (content.type === 'content' && content.content.type === 'text') return [content.content.text];
  return [];
}

/** Arguments as a person reads them: `command: ls -la`. */
export function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input, null, 2);
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
