/** How long names may become with the prefix that applications put before them. Data: a new limit is one row. */

export interface NameLimit {
  /** What has the limit, for a sentence. */
  readonly holder: string;
  readonly kind: 'prompt' | 'tool';
  /** The name as it is sent: `{server}` and `{name}` are filled in. */
  readonly form: string;
  /** In characters. */
  readonly maxLength: number;
  /** How it is known. */
  readonly evidence: string;
}

const nameLimits: readonly NameLimit[] = [
  {
    holder: "Anthropic's API, which Claude Code calls,",
    kind: 'tool',
    form: 'mcp__{server}__{name}',
    maxLength: 64,
    evidence: 'Anthropic API reference: a tool name matches ^[a-zA-Z0-9_-]{1,64}$; not measured',
  },
  {
    holder: "OpenAI's API, which most other applications call,",
    kind: 'tool',
    form: '{name}',
    maxLength: 64,
    evidence: 'OpenAI API reference: the name of a function has at most 64 characters; not measured',
  },
  {
    holder: 'An application that gets prompts as tools, such as Codex,',
    kind: 'prompt',
    form: 'mcp__{server}__{name}',
    maxLength: 64,
    evidence:
      'docs/clients.md: a server that is adapted to it offers prompts as tools, whose names have this limit; not measured',
  },
];

/** The first limit that a name exceeds, with the name as it is sent. */
export function exceededLimit(
  kind: NameLimit['kind'],
  server: string,
  name: string,
): { readonly limit: NameLimit; readonly sentName: string } | undefined {
  for (const limit of nameLimits) {
    if (limit.kind !== kind) continue;
    const sentName = limit.form.replace(/\{(server|name)\}/g, (_, part) => (part === 'server' ? server : name));
    if (sentName.length > limit.maxLength) return { limit, sentName };
  }
  return undefined;
}
