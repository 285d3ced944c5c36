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
};

/** Whole scenarios that are left out: the first pattern that matches gives the reason. */
export const leftOut = [
  [/^tools-|^tasks-|^json-schema-2020-12$|^elicitation-/, tools],
  [/^server-sse-(polling|multiple-streams)$/, 'exercises tools/list or a tool, which this version does not serve'],
  [
    /^http-(header|custom-header-server)-validation$/,
    'validates the headers of tools/call, which this version does not serve',
  ],
  [/^input-required-result-/, 'asks the client questions in the middle of a call; prompts here never do'],
  [/^resources-templates-read$/, 'no resource templates: resources are those that prompts embed'],
  [/^resources-(un)?subscribe$/, 'no resource subscriptions: embedded resources change only with their prompts'],
  [/^logging-set-level$/, 'log lines go to stderr; the server sends no log notifications and declares no logging'],
  [/^sep-2640-skills-/, 'an extension that the product does not implement'],
];
