/**
 * What the official suite's server scenarios mean for a product that serves prompts, tools and what they embed. A scenario
 * that is named nowhere here fails the run, so a newer suite cannot slip something past.
 */

/** Must pass wherever the suite says that the scenario applies. */
export const required = [
  'server-initialize',
  'server-session-lifecycle',
  'server-stateless',
  'ping',
  'completion-complete',
  'logging-set-level',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-with-logging',
  'json-schema-2020-12',
  'server-sse-multiple-streams',
  'http-header-validation',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'sep-2164-resource-not-found',
  'caching',
  'dns-rebinding-protection',
  'input-required-result-unsupported-methods',
  'http-custom-header-server-validation',
];

const questions = 'asks the client questions in the middle of a call, which tools and prompts here never do';
const changes =
  'changes the list by calling a tool (our own tests change a file and check that every client is notified)';

/** Single checks of required scenarios that are left out, as `scenario:check-id`. One that passes fails the run. */
export const leftOutChecks = {
  'server-stateless:sep-2575-server-rejects-undeclared-capability': questions,
  'server-stateless:sep-2575-missing-capability-http-400': questions,
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream': questions,
  'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription': changes,
  'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription': changes,
};

/**
 * Whole scenarios that are left out; each reason completes "left out, because it …". The first pattern decides.
 * @type {[RegExp, string][]}
 */
export const leftOut = [
  [/^tools-call-(sampling|elicitation)$|^elicitation-|^input-required-result-/, questions],
  [/^tasks-/, 'needs tasks, an extension that the product does not implement'],
  [/^server-sse-polling$/, 'needs resumable streams (answers here come on the stream of their request)'],
  [/^sep-2640-skills-/, 'is an extension that the product does not implement'],
];
