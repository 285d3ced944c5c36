/** The problems of definitions with the severities that the workspace sets, and those of the settings. */
import { isSameData } from '../../base/json.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { ruleOfProblem, rules } from '../../model/problems/rules.ts';
import type { DefinitionFile } from './definition/definition-file.ts';
import {
  defaultSettings,
  type RuleSettings,
  readRuleSettings,
  readSettingsText,
  type SettingsText,
} from './rule-settings.ts';

export class ProblemSeverities {
  readonly #root: string;
  #text: SettingsText | undefined;
  #settings: RuleSettings = defaultSettings;
  /** Each definition once: an unchanged one stays the same object. */
  #adjustedFiles = new WeakMap<DefinitionFile, DefinitionFile>();

  /** @param root the workspace's real path */
  constructor(root: string) {
    this.#root = root;
  }

  /** What is wrong with `workbench.yaml`. */
  get faults(): readonly Problem[] {
    return this.#settings.faults;
  }

  /** Reads `workbench.yaml` again. @returns whether a severity or a fault has changed */
  refresh(): boolean {
    const text = readSettingsText(this.#root);
    if (isSameData(text, this.#text)) return false;
    this.#text = text;
    const before = this.#settings;
    this.#settings = readRuleSettings(text);
    const { severities, faults } = this.#settings;
    if (rules.every((rule) => before.severities[rule] === severities[rule])) return !isSameData(before.faults, faults);
    this.#adjustedFiles = new WeakMap();
    return true;
  }

  /** The definitions, with the problems that are not off. Without settings, these are the same objects. */
  apply(definitions: readonly DefinitionFile[]): readonly DefinitionFile[] {
    return definitions.map((definition) => {
      const adjustedFile = this.#adjustedFiles.get(definition);
      if (adjustedFile) return adjustedFile;
      const problems = definition.problems.flatMap((problem) => this.#withSeverity(problem));
      const isSame = problems.every((problem, index) => problem === definition.problems[index]);
      const adjustedDefinition =
        isSame && problems.length === definition.problems.length ? definition : { ...definition, problems };
      this.#adjustedFiles.set(definition, adjustedDefinition);
      return adjustedDefinition;
    });
  }

  #withSeverity(problem: Problem): readonly Problem[] {
    if (problem.hasOwnSeverity) {
      const { hasOwnSeverity: _, ...rest } = problem;
      return [rest];
    }
    const rule = ruleOfProblem(problem);
    const severity = rule === undefined ? problem.severity : this.#settings.severities[rule];
    if (severity === 'off') return [];
    return severity === problem.severity ? [problem] : [{ ...problem, severity }];
  }
}
