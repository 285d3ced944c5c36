/** Runs the tests of one server, through real MCP clients of it in this process. */
import { performance } from 'node:perf_hooks';
import { nearestName } from '../base/text/near-names.ts';
import { applications } from '../clients/applications/applications.ts';
import { openProbes, type ServerProbes } from '../clients/simulation/server-probes.ts';
import { simulateClient } from '../clients/simulation/simulate-client.ts';
import type { LiveServer } from '../library/types.ts';
import { createPreview, type PromptPreview } from '../mcp/preview/preview.ts';
import { withoutRateLimit } from '../mcp/preview/without-rate-limit.ts';
import type { ServerServices } from '../mcp/server/services.ts';
import { check } from '../mcp/server/tools/check-value.ts';
import type { Expectation, ResolvedPrompt, Test } from '../model/definitions.ts';
import type { CallToolResult, PromptMessage } from '../model/protocol.ts';
import { findEscape } from './escape-check.ts';
import { type Difference, type Escape, type EvaluationContext, findDifference } from './evaluate.ts';
import { type MarkedAnswer, markFailingCharacters } from './failing-characters.ts';
import { formatSnapshot } from './format-snapshot.ts';
import { matches } from './matches.ts';
import { type PlannedTest, planTests, valuesOf } from './plan.ts';
import type { Failure, TestResult } from './results.ts';
import { type AnswerRun, testAnswers } from './run-answers.ts';
import { type Snapshots, snapshotFile } from './snapshots.ts';
import { type Subject, subjectOfMessages, subjectOfResult, subjectOfSimulation } from './subject.ts';

export interface TestRunOptions {
  /** The MCP name of one prompt or tool. */
  readonly only?: string | undefined;
  /** The name of one test. */
  readonly test?: string | undefined;
  readonly snapshots: Snapshots;
  /** Whether to write snapshots instead of comparing them. */
  readonly updates?: boolean;
  readonly signal?: AbortSignal;
  /** The runner for tests of answers; without it, they are left out. */
  readonly runner?: Omit<AnswerRun, 'signal'> | undefined;
  /** Whether failures have the text with the characters that fail. */
  readonly marksAnswers?: boolean;
  /** Called after each test. */
  readonly onResult?: (result: TestResult) => void;
}

/** Prompts that are fetched at the same time. Tools are called one after another, because they may change something. */
const maxConcurrentPrompts = 16;

/**
 * Runs the tests of a server.
 * @param serverName its catalogue name
 * @returns the results in the order of the server's prompts and tools
 */
export async function runTests(
  serverName: string,
  server: LiveServer,
  services: ServerServices,
  options: TestRunOptions,
): Promise<readonly TestResult[]> {
  const liveServer = withoutRateLimit(server);
  const preview = createPreview(liveServer, services);
  const probes = openProbes(liveServer, services);
  const world: World = { serverName, server: liveServer, services, preview, probes, options };
  try {
    const plannedTests = planTests(liveServer.current(), options.only).filter(
      ({ test }) => options.test === undefined || test.name === options.test,
    );
    const results = new Map<PlannedTest, TestResult>();
    const run = async (plannedTest: PlannedTest) => {
      options.signal?.throwIfAborted();
      const result = await runTest(plannedTest, world);
      results.set(plannedTest, result);
      options.onResult?.(result);
    };
    const queue = plannedTests.filter(({ kind }) => kind === 'prompt').values();
    const worker = async () => {
      for (const plannedTest of queue) await run(plannedTest);
    };
    // Runs cost time and money: one after another, they can be stopped in time.
    await Promise.all(Array.from({ length: options.runner ? 1 : maxConcurrentPrompts }, worker));
    for (const plannedTest of plannedTests) if (plannedTest.kind === 'tool') await run(plannedTest);
    return plannedTests.flatMap((plannedTest) => results.get(plannedTest) ?? []);
  } finally {
    await Promise.all([preview.close(), probes.close()]);
  }
}

interface World {
  readonly serverName: string;
  readonly server: LiveServer;
  readonly services: ServerServices;
  readonly preview: PromptPreview;
  readonly probes: ServerProbes;
  readonly options: TestRunOptions;
}

async function runTest(plannedTest: PlannedTest, world: World): Promise<TestResult> {
  const begin = performance.now();
  const definition = plannedTest.kind === 'prompt' ? plannedTest.prompt : plannedTest.tool;
  const { origin } = definition;
  const subjects = new Map<string | undefined, Promise<Subject>>();
  /** @param client the application that reads the answer; undefined for the answer itself */
  const subjectFor = (client: string | undefined) => {
    const knownSubject = subjects.get(client) ?? findSubject(plannedTest, client, world);
    subjects.set(client, knownSubject);
    return knownSubject;
  };
  const failures: Failure[] = [];
  const snapshotFiles: string[] = [];
  const expectations = plannedTest.test.expect.flatMap(forEachReader);
  const plainSubject = await subjectFor(undefined);
  const missingFailure = unexpectedError(plainSubject, expectations);
  if (missingFailure) failures.push(missingFailure);
  const silentReaders = new Set<string | undefined>(missingFailure ? [undefined] : []);
  for (const expectation of expectations) {
    const { reader } = expectation;
    if (silentReaders.has(reader)) continue;
    const subject = await subjectFor(reader);
    const difference = await evaluate(expectation, subject, plannedTest, world, subjectFor, snapshotFiles);
    if (!difference) continue;
    // One failure is enough for a client application that gets nothing.
    const isSilent = subject.kind === 'error' && expectation.kind !== 'error';
    if (isSilent) silentReaders.add(reader);
    failures.push({
      expectation: expectation.kind,
      ...(reader !== undefined && { client: reader }),
      message: isSilent ? subject.message : `${subjectNoun(plannedTest, reader)} ${difference.message}`,
      ...(difference.detail !== undefined && { detail: difference.detail }),
      ...(difference.answer && { answer: difference.answer }),
    });
  }
  const { runner, signal } = world.options;
  if (runner && plannedTest.kind === 'prompt' && plannedTest.test.answer && !missingFailure) {
    const call = { ...world, prompt: definition.name, values: valuesOf(plannedTest.prompt, plannedTest.test) };
    failures.push(...(await testAnswers(plannedTest.test.answer, call, { ...runner, signal }, checksFor(world))));
  }
  return {
    server: world.serverName,
    kind: plannedTest.kind,
    name: definition.name,
    ...(origin.kind === 'workspace' && { file: origin.file }),
    test: plannedTest.test.name,
    ...(plannedTest.kind === 'prompt' && plannedTest.isSample && { sample: plannedTest.test.sample ?? '' }),
    checked: 1 + expectations.length + (runner ? (answerOfTest(plannedTest)?.expect.length ?? 0) : 0),
    failures,
    written: snapshotFiles,
    milliseconds: Math.round((performance.now() - begin) * 10) / 10,
  };
}

/** `reader`: the client application whose model reads the text; undefined for the answer itself. */
type OneReader = Expectation & { readonly reader: string | undefined };

function forEachReader(expectation: Expectation): readonly OneReader[] {
  if (expectation.as === undefined) return [{ ...expectation, reader: undefined }];
  return expectation.as.map((reader) => ({ ...expectation, reader }));
}

function subjectNoun({ kind }: PlannedTest, reader: string | undefined): string {
  if (reader !== undefined) return `What ${reader} reads`;
  return kind === 'prompt' ? 'The answer' : 'The result';
}

/** A test expects an answer, unless it expects an error. */
function unexpectedError(subject: Subject, expectations: readonly OneReader[]): Failure | undefined {
  const expectsError = expectations.some(({ kind, reader }) => kind === 'error' && reader === undefined);
  if (expectsError) return undefined;
  const isFailed = subject.kind === 'text' && subject.isError === true;
  if (isFailed && !expectations.some(({ kind }) => kind === 'is-error'))
    return { expectation: 'answers', message: `The call fails: ${subject.text}` };
  return subject.kind === 'error' ? { expectation: 'answers', message: subject.message } : undefined;
}

async function evaluate(
  expectation: OneReader,
  subject: Subject,
  plannedTest: PlannedTest,
  world: World,
  subjectFor: (client: string | undefined) => Promise<Subject>,
  writtenFiles: string[],
): Promise<(Difference & { readonly answer?: MarkedAnswer | undefined }) | undefined> {
  const { options, serverName } = world;
  const name = plannedTest.kind === 'prompt' ? plannedTest.prompt.name : plannedTest.tool.name;
  const place = { server: serverName, name, test: plannedTest.test.name, client: expectation.reader };
  if (expectation.kind === 'snapshot' && options.updates && subject.kind === 'text') {
    if (await options.snapshots.write(place, formatSnapshot(subject))) writtenFiles.push(snapshotFile(place));
    return undefined;
  }
  const context: EvaluationContext = {
    otherSubject:
      expectation.kind === 'same-as' ? await findOther(expectation, plannedTest, world, subjectFor) : undefined,
    snapshot: expectation.kind === 'snapshot' ? await options.snapshots.read(place) : undefined,
    escape: expectation.kind === 'cannot-escape' ? await tryToEscape(expectation, plannedTest, world) : undefined,
    ...checksFor(world),
  };
  const difference = await findDifference(expectation, subject, context);
  return difference && options.marksAnswers
    ? { ...difference, answer: markFailingCharacters(expectation, subject, context) }
    : difference;
}

function answerOfTest(plannedTest: PlannedTest) {
  return plannedTest.kind === 'prompt' ? plannedTest.test.answer : undefined;
}

function checksFor({ services }: World): Pick<EvaluationContext, 'schemaMistakes' | 'matches'> {
  return {
    schemaMistakes: async (schema, value) =>
      check({ schema, value, wholeName: 'The text', client: undefined, signal: neverSignal }, services),
    matches,
  };
}

const neverSignal = new AbortController().signal;

/** Tries values of the arguments that take any text, one argument at a time; the others have the values of the test. */
async function tryToEscape({ reader }: OneReader, plannedTest: PlannedTest, world: World): Promise<Escape | undefined> {
  if (plannedTest.kind === 'tool') return undefined;
  const { prompt, test } = plannedTest;
  const names = prompt.arguments.filter(({ kind }) => kind === undefined).map(({ name }) => name);
  return findEscape(names, reader, (name, value) => {
    const values = { ...valuesOf(prompt, test), [name]: value };
    return findSubject({ ...plannedTest, test: { name: test.name, arguments: values, expect: [] } }, reader, world);
  });
}

/** Gets the other answer of `same-as`. For a sample, the same reader reads it as the test's own answer. */
async function findOther(
  { sample, client, reader }: Extract<OneReader, { kind: 'same-as' }>,
  plannedTest: PlannedTest,
  world: World,
  subjectFor: (client: string | undefined) => Promise<Subject>,
): Promise<Subject | undefined> {
  if (sample === undefined) return subjectFor(client);
  if (plannedTest.kind === 'tool') return undefined;
  return findSubject({ ...plannedTest, test: { name: sample, sample, expect: [] } }, reader, world);
}

async function findSubject(plannedTest: PlannedTest, client: string | undefined, world: World): Promise<Subject> {
  if (plannedTest.kind === 'tool') {
    if (client === undefined) return callTool(plannedTest, world.preview);
    return { kind: 'error', message: 'Client applications are simulated only for prompts: leave out the application.' };
  }
  return client === undefined
    ? fetchAnswer(plannedTest.prompt, plannedTest.test, world.preview)
    : simulateReading(plannedTest, client, world);
}

async function fetchAnswer(prompt: ResolvedPrompt, test: Test, preview: PromptPreview): Promise<Subject> {
  const answer = await preview.get(prompt.name, valuesOf(prompt, test));
  if (answer.kind === 'error') return { kind: 'error', code: answer.code, message: answer.message };
  const { result } = answer.exchange.response as unknown as {
    readonly result: { readonly messages: readonly PromptMessage[] };
  };
  return subjectOfMessages(result.messages, answer.searches);
}

async function callTool(
  { tool, test }: Extract<PlannedTest, { kind: 'tool' }>,
  preview: PromptPreview,
): Promise<Subject> {
  const trial = await preview.callTool(tool.name, test.arguments ?? {});
  if (trial.kind === 'cancelled') return { kind: 'error', message: 'The call was cancelled.' };
  if (trial.kind === 'error') return { kind: 'error', code: trial.code, message: trial.message };
  const { result } = trial.exchange.response as unknown as { readonly result: CallToolResult };
  return subjectOfResult(result, trial.searches);
}

/** Simulates what the application's model reads if the workbench connects the server. */
async function simulateReading(
  { prompt, index, test }: Extract<PlannedTest, { kind: 'prompt' }>,
  client: string,
  { serverName, probes }: World,
): Promise<Subject> {
  const application = applications.find(({ id }) => id === client);
  if (!application) {
    const suggestion = nearestName(
      client,
      applications.map(({ id }) => id),
    );
    const advice = suggestion === undefined ? '.' : `; did you mean "${suggestion}"?`;
    return { kind: 'error', message: `There is no client application "${client}"${advice}` };
  }
  const isAdapted = application.isAdapted === true;
  const simulation = await simulateClient(
    { application, server: serverName, prompt, index, values: valuesOf(prompt, test), isAdapted },
    probes.for(undefined),
    probes.for(isAdapted ? client : undefined),
  );
  return subjectOfSimulation(simulation, application.simulation?.reading.form);
}
