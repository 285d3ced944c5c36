/** What tests, replays and advice do; loaded at first use. */
import { WorkbenchError } from '../../../src/base/errors.ts';
import { isSameData } from '../../../src/base/json.ts';
import type {
  Advice,
  CallsState,
  Location,
  Output,
  Replay,
  TestResult,
  UsageView,
} from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { changeElsewhere } from '../definition/change-elsewhere.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { isObject, type Json } from '../definition/json.ts';
import { recordStep } from '../definition/next-steps.ts';
import { requireSaved } from '../definition/require-saved.ts';
import { findPromptNamed } from '../selectors.ts';
import type { TestDraft, TextClaim } from '../state/test-draft.ts';
import { markTestResults } from './test-counts.ts';
import { changeTest, findTest, formOfTest, nameTest, type TestForm } from './test-form.ts';
import { sampleName } from './traffic-params.ts';

type Values = Readonly<Record<string, string>>;

/** The values of a new test: those of a sample, or its own. */
export type TestInput = { readonly sample: string } | { readonly values: Values };

/** What a replay compares with: a commit, a time of the history, or, without either, the calls' own answers. */
export type ComparedWith = { readonly against?: string } | { readonly asOf: number };

export interface Checks {
  /** Runs the tests of a server, and marks its prompts in the list. @throws */
  runAll(server: string): Promise<readonly TestResult[]>;
  /** The names of the tests that a prompt has. @throws */
  listTestNames(server: string, prompt: string): Promise<readonly string[]>;
  /** Writes a test that keeps the current answer as a snapshot. @param prompt its MCP name @throws */
  keepAsTest(server: string, prompt: string, name: string, input: TestInput): Promise<void>;
  /**
   * Writes a test of the answer to a sample, or to values. Resolves with false after a notice that says why it failed.
   * @param prompt its MCP name; @param claims at least one
   */
  addExpectation(server: string, prompt: string, input: TestInput, claims: readonly TextClaim[]): Promise<boolean>;
  /** What the form of a test shows. @param prompt its MCP name @throws */
  readTest(server: string, prompt: string, name: string): Promise<TestForm>;
  /**
   * Changes a test as its form says, with a notice that offers Undo. Resolves with false after a notice that says why it
   * failed. @param before the test as its form found it; @param input undefined keeps its values
   */
  changeTest(
    server: string,
    prompt: string,
    before: NonNullable<TestDraft['changes']>,
    claims: readonly TextClaim[],
    input: TestInput | undefined,
  ): Promise<boolean>;
  /** Makes a test of a sample, with its name or one like it. */
  keepSample(server: string, prompt: string, sample: string): Promise<void>;
  /** Deletes a test, with a notice that offers Undo. @param prompt its MCP name */
  deleteTest(server: string, prompt: string, name: string): Promise<void>;
  /** Saves values as a sample. @throws */
  keepAsSample(server: string, prompt: string, name: string, values: Values): Promise<void>;
  readCalls(): Promise<CallsState>;
  keepCalls(setting: CallsState['keeps']): Promise<CallsState>;
  clearCalls(): Promise<CallsState>;
  /** How the prompts of a server were used in the last days. @throws */
  readUsage(server: string, days: number): Promise<UsageView>;
  /** The versions of the history that `replay` can compare with, newest first. @throws */
  listEarlierVersions(server: string): Promise<Output<'calls.versions'>['versions']>;
  /** @throws */
  replay(server: string, against: ComparedWith): Promise<Replay>;
  /** @throws */
  listAdvice(): Promise<readonly Advice[]>;
  /** Makes a correction, with a notice that can undo it. */
  fixAdvice(advice: Advice): Promise<void>;
}

function inputKeys(input: TestInput) {
  if ('sample' in input) return { Sample: input.sample };
  return Object.keys(input.values).length > 0 ? { Arguments: { ...input.values } } : {};
}

export function createChecks(context: StoreContext, { flush }: Pick<DefinitionActions, 'flush'>): Checks {
  const { host, get, set, notify, orNotice } = context;

  function locationOf(server: string, prompt: string): Location {
    const location = findPromptNamed(get(), server, prompt)?.location;
    if (location) return location;
    throw new WorkbenchError('not-found', `${server} no longer lists ${prompt} from a file of the workspace.`);
  }

  /** Adds an entry to a list of the prompt's file. */
  async function append(server: string, prompt: string, list: string, entry: { Name: string }, label: string) {
    await requireSaved(flush);
    await changeElsewhere(context, {
      location: locationOf(server, prompt),
      at: () => [list],
      after(before) {
        if (before === undefined || Array.isArray(before)) return [...(before ?? []), entry];
        throw new WorkbenchError('invalid-input', `The samples of ${prompt} are in a table: add a row there.`);
      },
      label,
    });
  }

  const checks: Checks = {
    async runAll(server) {
      await requireSaved(flush);
      const results = await host.call('tests.run', { server });
      markTestResults(context, server, results);
      return results;
    },
    async listTestNames(server, prompt) {
      await requireSaved(flush);
      const { value } = await host.call('definition.open', locationOf(server, prompt));
      const tests = typeof value === 'object' && value !== null && 'Tests' in value ? value.Tests : undefined;
      return (Array.isArray(tests) ? tests : []).flatMap((test) =>
        typeof test === 'object' && test !== null && 'Name' in test ? [String(test.Name)] : [],
      );
    },
    async keepAsTest(server, prompt, name, input) {
      const entry = { Name: name, ...inputKeys(input), Expect: [{ snapshot: true }] };
      await append(server, prompt, 'Tests', entry, `Kept the test “${name}” of ${prompt}`);
      await host.call('tests.run', { server, prompt, test: name, updates: true });
      set({ snapshotsRevision: get().snapshotsRevision + 1 });
    },
    async addExpectation(server, prompt, input, claims) {
      const add = async () => {
        const keys = inputKeys(input);
        const name = nameTest(keys, claims, await checks.listTestNames(server, prompt));
        const entry = { Name: name, ...keys, Expect: claims.map(({ word, text }) => ({ [word]: text })) };
        await append(server, prompt, 'Tests', entry, `Added the test “${name}” of ${prompt}`);
        return true;
      };
      return (await orNotice(add())) ?? false;
    },
    async readTest(server, prompt, name) {
      await requireSaved(flush);
      const { value } = await host.call('definition.open', locationOf(server, prompt));
      const testPlace = findTest(value as Json, name);
      if (testPlace) return formOfTest(testPlace.test);
      throw new WorkbenchError('not-found', `${prompt} no longer has the test “${name}”.`);
    },
    async changeTest(server, prompt, { test: name, claims: knownClaims }, claims, input) {
      const change = async () => {
        const otherNames = (await checks.listTestNames(server, prompt)).filter((otherName) => otherName !== name);
        const keys = input && inputKeys(input);
        await changeElsewhere(context, {
          location: locationOf(server, prompt),
          at(definition) {
            const testPlace = findTest(definition, name);
            if (testPlace) return ['Tests', testPlace.index];
            throw new WorkbenchError(
              'not-found',
              `${prompt} no longer has the test “${name}”: copy your text, and press Cancel.`,
            );
          },
          after(before) {
            if (isObject(before) && isSameData(formOfTest(before).claims, knownClaims))
              return changeTest(before, claims, keys, otherNames);
            throw new WorkbenchError(
              'conflict',
              `The test “${name}” has changed since you opened its form: copy your text, press Cancel, and change it again.`,
            );
          },
          label: `Changed the test “${name}” of ${prompt}`,
        });
        return true;
      };
      return (await orNotice(change())) ?? false;
    },
    async keepSample(server, prompt, sample) {
      const takenNames = await orNotice(checks.listTestNames(server, prompt));
      if (takenNames) await orNotice(checks.keepAsTest(server, prompt, sampleName({ sample }, takenNames), { sample }));
    },
    async deleteTest(server, prompt, name) {
      const change = async () => {
        await requireSaved(flush);
        await host.call('tests.delete', { ...locationOf(server, prompt), test: name });
        set(recordStep(get()));
        const label = `Deleted the test “${name}” of ${prompt}`;
        notify(`${label}.`, { label });
      };
      await orNotice(change());
    },
    keepAsSample: (server, prompt, name, values) =>
      append(
        server,
        prompt,
        'Samples',
        Object.assign({ Name: name }, { Arguments: { ...values } }),
        `Saved the sample “${name}” in ${prompt}`,
      ),
    readCalls: () => host.call('calls.get', {}),
    keepCalls: (setting) => host.call('calls.keep', { keeps: setting }),
    clearCalls: () => host.call('calls.clear', {}),
    readUsage: (server, days) => host.call('usage.report', { server, days }),
    async listEarlierVersions(server) {
      await requireSaved(flush);
      return (await host.call('calls.versions', { server })).versions;
    },
    async replay(server, against) {
      await requireSaved(flush);
      return host.call('calls.replay', { server, ...against });
    },
    async listAdvice() {
      await requireSaved(flush);
      return host.call('lint.list', {});
    },
    async fixAdvice({ id, fix = '' }) {
      await requireSaved(flush);
      if (!(await orNotice(host.call('lint.fix', { id })))) return;
      set(recordStep(get()));
      notify(`${fix}: done.`, { label: fix });
    },
  };
  return checks;
}
