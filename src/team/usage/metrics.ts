/**
 * Metrics of one replica for Prometheus, with the names of OpenTelemetry's conventions for MCP (`mcp.server.operation.duration`
 * is `mcp_server_operation_duration_seconds` there).
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { outcomeOf } from './usage-row.ts';

/** Seconds; those of the conventions. */
const buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** The methods that become labels: clients could invent others. */
const methods = new Set([
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/directory/read',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'skills/get',
  'skills/list',
  'subscriptions/listen',
  'tools/call',
  'tools/list',
]);

export interface Operation {
  readonly server: string;
  readonly request: { readonly method: string; readonly params?: unknown };
  /** A JSON-RPC answer; undefined if the client no longer waited. */
  readonly answer: unknown;
  readonly revision: string;
  readonly durationMs: number;
}

/** Sources of values that are read when Prometheus asks. */
export interface MetricSources {
  readonly streams: () => number;
  readonly usage?: () => { readonly written: number; readonly lost: number; readonly spooledBytes: number };
}

export interface Metrics {
  /** Records a request. @param isKnown whether the server has a prompt or tool of this name: clients must not invent labels */
  operation(operation: Operation, isKnown: (name: string) => boolean): void;
  /** Counts a refused request. @param status of HTTP */
  refused(status: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

const operationLabels = [
  'mcp_server_name',
  'mcp_method_name',
  'gen_ai_prompt_name',
  'gen_ai_tool_name',
  'error_type',
  'mcp_protocol_version',
  'network_transport',
] as const;

export function createMetrics({ streams, usage }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'mcp_server_operation_duration_seconds',
    help: 'The duration of an MCP request as observed by the server.',
    labelNames: operationLabels,
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'prompt_workbench_refused_requests_total',
    help: 'Requests that were refused before they reached an MCP server.',
    labelNames: ['http_response_status_code'],
    registers,
  });
  addGauge('prompt_workbench_open_streams', 'Open streams of clients.', streams);
  if (usage) {
    addGauge('prompt_workbench_usage_rows_written', 'Usage rows stored by this process.', () => usage().written);
    addGauge(
      'prompt_workbench_usage_rows_lost',
      'Usage rows that this process, or killed ones before it, could not keep.',
      () => usage().lost,
    );
    addGauge('prompt_workbench_usage_spool_bytes', 'Usage rows on the disk.', () => usage().spooledBytes);
  }

  function addGauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }

  return {
    operation({ server, request, answer, revision, durationMs }, isKnown) {
      const { outcome, error } = outcomeOf(answer);
      const name = (request.params as { readonly name?: unknown } | undefined)?.name;
      const knownName = typeof name === 'string' && isKnown(name) ? name : '';
      duration.observe(
        {
          mcp_server_name: server,
          mcp_method_name: methods.has(request.method) ? request.method : '_OTHER',
          gen_ai_prompt_name: request.method === 'prompts/get' ? knownName : '',
          gen_ai_tool_name: request.method === 'tools/call' ? knownName : '',
          error_type: outcome === 'abandoned' ? 'abandoned' : (error ?? ''),
          mcp_protocol_version: revision,
          network_transport: 'tcp',
        },
        durationMs / 1_000,
      );
    },
    refused: (status) => refusals.inc({ http_response_status_code: String(status) }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
