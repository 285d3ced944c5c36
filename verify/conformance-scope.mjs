/**
 * What the official suite's server scenarios mean for a product that serves prompts and what prompts embed. A scenario
 * that is named nowhere here fails the run, so a newer suite cannot slip something past.
 */

/** Must pass wherever the suite says that the scenario applies. */
export const required = [
  'server-initialize',
  'server-session-lifecycle',
  'server-stateless',
  'ping',
  'completion-complete',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'sep-2164-resource-not-found',
  'caching',
  'dns-rebinding-protection',
  'input-required-result-unsupported-methods',
];

const tools = 'needs tools, which this version does not serve';

/** Single checks of required scenarios that are left out, as `scenario:check-id`. One that passes fails the run. */
export const leftOutChecks = {
  'caching:sep-2549-tools-list-caching-hints': tools,
  'server-stateless:sep-2575-server-rejects-undeclared-capability': tools,
  'server-stateless:sep-2575-missing-capability-http-400': tools,
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream': tools,
  'server-stateless:sep-2575-server-no-log-without-loglevel': tools,
  'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription':
    'changes the list by calling a tool (our own tests change a file and see every client told)',
};

/** Whole scenarios that are left out; each reason completes "left out, because it …". The first pattern decides. */
export const leftOut = [
  [/^tools-|^tasks-|^json-schema-2020-12$|^elicitation-/, tools],
  [/^server-sse-(polling|multiple-streams)$/, tools],
  [/^http-(header|custom-header-server)-validation$/, tools],
  [/^input-required-result-/, 'asks the client questions in the middle of a call, which prompts here never do'],
  [/^resources-templates-read$/, 'needs resource templates (resources here are those that prompts embed)'],
  [/^resources-(un)?subscribe$/, 'needs resource subscriptions (what a prompt embeds changes only with the prompt)'],
  [/^logging-set-level$/, 'needs log notifications (log lines go to stderr, and no logging is declared)'],
  [/^sep-2640-skills-/, 'is an extension that the product does not implement'],
];
