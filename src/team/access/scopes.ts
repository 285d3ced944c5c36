/** The scopes of tokens. No scope includes another one. */
export const scopes = ['prompts:read', 'tools:call', 'prompts:publish', 'metrics:read'] as const;

/** The scopes that people ask an issuer for. An issuer refuses a login for a scope that it does not know. */
export const scopesOfPeople: readonly Scope[] = ['prompts:read', 'tools:call', 'prompts:publish'];

export type Scope = (typeof scopes)[number];

export function isScope(value: unknown): value is Scope {
  return (scopes as readonly unknown[]).includes(value);
}

/**
 * The scopes that a request needs, all of them at once: a challenge that names one after the other sends a person to the
 * issuer twice (MCP 2026-07-28, "Runtime Insufficient Scope Errors").
 * @param methods of its JSON-RPC messages
 */
export function requiredScopes(methods: readonly string[]): readonly Scope[] {
  return methods.includes('tools/call') ? ['prompts:read', 'tools:call'] : ['prompts:read'];
}
