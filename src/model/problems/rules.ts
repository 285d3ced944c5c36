/**
 * The rules whose severities a workspace sets in `workbench.yaml`: those of lint (`src/lint`), and those of the warnings that
 * `check` gives for a definition that is served.
 */
import type { Finding } from './problems.ts';

export type RuleSeverity = 'off' | 'warning' | 'error';

/** Each rule of lint with its severity where no setting names it. */
const lintRules = {
  placeholder: 'warning',
  'missing-description': 'warning',
  'long-name': 'warning',
  'used-in-part': 'off',
  'other-slots': 'warning',
  picture: 'warning',
  'same-content': 'warning',
  'title-is-name': 'warning',
  'client-command': 'warning',
  'can-escape': 'warning',
} as const satisfies Readonly<Record<string, RuleSeverity>>;

/** Likewise each rule of `check`. */
const checkRules = {
  'unused-argument': 'warning',
  'undeclared-slot': 'warning',
  'undeclared-condition': 'warning',
  'argument-order': 'warning',
  'unused-default': 'warning',
  'unknown-key': 'warning',
  'unportable-name': 'warning',
} as const satisfies Readonly<Record<string, RuleSeverity>>;

export const defaultSeverities = { ...lintRules, ...checkRules };

export type LintRule = keyof typeof lintRules;
export type CheckRule = keyof typeof checkRules;
export type Rule = LintRule | CheckRule;
export type RuleSeverities = Readonly<Record<Rule, RuleSeverity>>;

export const rules = Object.keys(defaultSeverities) as readonly Rule[];

const ruleOfTag: Partial<Record<Finding['tag'], CheckRule>> = {
  UnusedArgument: 'unused-argument',
  UnknownSlot: 'undeclared-slot',
  UnknownArgument: 'undeclared-condition',
  UnknownKey: 'unknown-key',
  UnportableName: 'unportable-name',
};

/** The rule of a problem. Undefined for an error, which no setting turns off, and for a warning without a rule. */
export function ruleOfProblem({
  tag,
  severity,
  subject,
}: Pick<Finding, 'tag' | 'severity' | 'subject'>): CheckRule | undefined {
  if (severity === 'error') return undefined;
  if (subject?.kind === 'order') return 'argument-order';
  return subject?.kind === 'default' ? 'unused-default' : ruleOfTag[tag];
}
