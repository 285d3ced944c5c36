/**
 * What the official suite's server scenarios mean for a product that serves prompts, tools and what they embed. A scenario
 * that is named nowhere here fails the run, so a newer suite cannot slip something past.
 */

/** Must pass wherever the suite says that the scenario applies. */
export const requiredScenarios = [
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
  'input-required-result-basic-elicitation',
  'input-required-result-request-state',
  'input-required-result-multi-round',
  'input-required-result-missing-input-response',
  'input-required-result-non-tool-request',
  'input-required-result-result-type',
  'input-required-result-tampered-state',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'http-custom-header-server-validation',
];

/** Of extensions, which the suite runs only by name. Each must pass. */
export const ofExtensions = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest', 'sep-2640-skills-directory'];

const sampling =
  'asks the client for samples or roots, or for several things at once, which tools and prompts here never do';
const samplingError = 'expects the error for a client without sampling, which tools and prompts here never need';
const oldTitles = 'sends titles of choices in the deprecated form, next to the form of the same revision';
const changes =
  'changes the list by calling a tool (our own tests change a file and check that every client is notified)';

/** Single checks of required scenarios that are left out, as `scenario:check-id`. One that passes fails the run. */
export const leftOutChecks = {
  'elicitation-sep1330-enums:elicitation-sep1330-legacy-enumnames': oldTitles,
  'server-stateless:sep-2575-server-rejects-undeclared-capability': samplingError,
  'server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription': changes,
  'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription': changes,
};

/**
 * Whole scenarios that are left out; each reason completes "left out, because it …". The first pattern decides.
 * @type {[RegExp, string][]}
 */
export const omittedScenarios = [
  [
    /^tools-call-sampling$|^input-required-result-(basic-(sampling|list-roots)|multiple-input-requests|capability-check)$/,
    sampling,
  ],
  [/^tasks-/, 'needs tasks, an extension that the product does not implement'],
  [/^server-sse-polling$/, 'needs resumable streams (answers here come on the stream of their request)'],
];
