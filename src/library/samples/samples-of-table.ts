/** The samples of a prompt from a table, and what is wrong with them. */
import { nearestName } from '../../base/text/near-names.ts';
import { wordList } from '../../base/text/word-list.ts';
import type { PromptDefinition, Sample } from '../../model/definitions.ts';
import type { Finding } from '../../model/problems/problems.ts';
import { isAbsent, readValue } from '../../model/prompt/read-value.ts';
import type { SampleTable } from './sample-table.ts';

/**
 * The column with the names of the samples, unless an argument has this name. Without the column, the names are `row 1`,
 * `row 2`, ….
 */
const nameColumn = 'Sample';

/** A table with more columns that fit no argument belongs to another prompt: one fault says so instead of one for each. */
const maxColumnFaults = 10;

export type SampleFault = Pick<Finding, 'tag' | 'severity' | 'message'>;

export interface SamplesOfTable {
  readonly samples: readonly Sample[];
  readonly faults: readonly SampleFault[];
}

/** @param file as sentences name it: `samples/cases.csv` */
export function samplesOfTable(prompt: PromptDefinition, table: SampleTable, file: string): SamplesOfTable {
  const { arguments: allArguments, tests = [] } = prompt;
  const names = allArguments.map(({ name }) => name);
  const isNamed = table.columns.includes(nameColumn) && !names.includes(nameColumn);
  const faults: SampleFault[] = table.faults.map(({ line, message }) =>
    fault('error', line === undefined ? `${file} ${message}` : `${file}, line ${line}: ${sentenceOf(message)}`),
  );
  const unknownColumns = table.columns.filter(
    (column) => !names.includes(column) && !(isNamed && column === nameColumn),
  );
  faults.push(...columnFaults(unknownColumns, names).map((message) => fault('warning', `${file}: ${message}`)));
  const samples: Sample[] = [];
  const usedNames = new Set<string>();
  for (const [index, { line, values }] of table.rows.entries()) {
    const { [nameColumn]: writtenName, ...otherValues } = values;
    const name = isNamed && writtenName?.trim() ? writtenName.trim() : `row ${index + 1}`;
    if (usedNames.has(name)) {
      faults.push(
        fault('error', `${file}, line ${line}: another sample is called ${JSON.stringify(name)}: rename one of them.`),
      );
      continue;
    }
    usedNames.add(name);
    const cells = isNamed ? otherValues : values;
    for (const argument of allArguments) {
      const value = cells[argument.name];
      if (value === undefined || isAbsent(argument, value)) continue;
      const reading = readValue(argument, value);
      if (reading.fault !== undefined)
        faults.push(fault('warning', `${file}, line ${line}: the argument "${argument.name}" ${reading.fault}`));
    }
    samples.push({ name, arguments: cells });
  }
  for (const test of tests)
    for (const sample of samplesIn(test)) {
      if (usedNames.has(sample)) continue;
      const suggestion = nearestName(sample, usedNames);
      const advice = suggestion === undefined ? 'name another one.' : `did you mean "${suggestion}"?`;
      const message = `The test ${JSON.stringify(test.name)} needs the sample ${JSON.stringify(sample)}, which ${file} does not have: ${advice}`;
      faults.push({ tag: 'InvalidTest', severity: 'error', message });
    }
  return { samples, faults };
}

/** @param columns those without an argument @param names of the arguments */
function columnFaults(columns: readonly string[], names: readonly string[]): readonly string[] {
  const [first] = columns;
  if (columns.length > maxColumnFaults) {
    const count = columns.length.toLocaleString('en');
    return [`there is no argument for ${count} columns, such as ${JSON.stringify(first)}: ${describeArguments(names)}`];
  }
  return columns.map((column) => {
    const suggestion = nearestName(column, names);
    const advice = suggestion === undefined ? describeArguments(names) : `did you mean "${suggestion}"?`;
    return `there is no argument ${JSON.stringify(column)} for this column: ${advice}`;
  });
}

function samplesIn({ sample, expect }: NonNullable<PromptDefinition['tests']>[number]): readonly string[] {
  const otherClaims = expect.flatMap((claim) =>
    claim.kind === 'same-as' && claim.sample !== undefined ? claim.sample : [],
  );
  return sample === undefined ? otherClaims : [sample, ...otherClaims];
}

export function fault(severity: SampleFault['severity'], message: string): SampleFault {
  return { tag: 'InvalidSample', severity, message };
}

function describeArguments(names: readonly string[]): string {
  if (names.length === 0) return 'the prompt has no arguments.';
  return `the prompt has ${names.length > 20 ? `${names.length} others` : wordList(names)}.`;
}

/** A fault of a line begins with its verb. */
function sentenceOf(message: string): string {
  return /^(?:has|is) /.test(message) ? `the line ${message}` : message;
}
