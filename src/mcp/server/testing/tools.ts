/** Tools served over the wire, for tests. */
import { expect } from 'vitest';
import type { ResolvedTool } from '../../../model/definitions.ts';
import { readTool } from '../../../model/tool/tool.ts';
import type { Revision } from '../revisions.ts';
import type { ServerServices } from '../services.ts';
import { connectWire } from './clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from './fake-live-server.ts';

/** A tool as the library reads it from a file. */
export function fromFile(data: object): ResolvedTool {
  const { tool: definition, findings } = readTool(data);
  expect(findings).toEqual([]);
  return tool({ ...(definition as ResolvedTool) });
}

/** A server of these tools, and a client without validation. */
export async function wireOf(
  tools: readonly ResolvedTool[],
  services: ServerServices = fakeServices(),
  revision: Revision = '2025-11-25',
) {
  const liveServer = fakeLiveServer(resolvedServer([], { tools }));
  const client = await connectWire(liveServer, revision, services);
  const call = (name: string, args?: unknown) => client.request('tools/call', { name, arguments: args });
  return { client, liveServer, call };
}

/** The answer of a tool whose function returns this value. */
export async function answerTo(returnedValue: unknown, change: Partial<ResolvedTool> = {}) {
  const ownTool = tool({ name: 'made', content: { kind: 'function', code: '' }, ...change });
  return (
    await wireOf(
      [ownTool],
      fakeServices(async () => returnedValue),
    )
  ).call('made', {});
}

/** A protocol block. */
export const text = (value: string) => ({ type: 'text', text: value });
