/** Checks whether an expectation holds, and how the answer differs if it does not. Pure: the context has everything else that it needs. */
import { estimateTokenCount } from 'tokenx';
import { assertNever } from '../base/assert-never.ts';
import { WorkbenchError } from '../base/errors.ts';
import { isJsonObject, isSameData, type JsonObject } from '../base/json.ts';
import type { Claim } from '../model/definitions.ts';
import { withoutBoundaries } from '../model/fence/fence.ts';
import { listDifferingLines, quoteShort } from './difference.ts';
import { formatSnapshot } from './format-snapshot.ts';
import type { AnswerText, Subject } from './subject.ts';

/** Why an expectation does not hold. */
export interface Difference {
  /** The end of a sentence whose subject is the answer: `does not contain "Hello"`. */
  readonly message: string;
  /** Lines with `-` for what is expected and `+` for what the answer has. */
  readonly detail?: string;
}

/** A value that breaks out of its place, and the answer with it. */
export interface Escape extends Difference {
  readonly value: string;
  readonly text: string;
}

export interface EvaluationContext {
  /** The other answer of `same-as`. */
  readonly otherSubject?: Subject | undefined;
  /** The kept text of `snapshot`; undefined if there is none. */
  readonly snapshot?: string | undefined;
  /** For `cannot-escape`: the value that breaks out, if there is one. */
  readonly escape?: Escape | undefined;
  /**
   * Validates a value by a JSON Schema. Returns its mistakes as a sentence; empty without any.
   * @throws WorkbenchError if the schema cannot be used, or takes too long
   */
  readonly schemaMistakes: (schema: JsonObject, value: unknown) => Promise<string>;
  /** Whether a part of the text matches; undefined if the pattern takes too long. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
}

/** Compares an answer with an expectation. @returns undefined if the expectation holds */
export async function findDifference(
  claim: Claim,
  subject: Subject,
  context: EvaluationContext,
): Promise<Difference | undefined> {
  if (claim.kind === 'error') return compareError(claim, subject);
  if (subject.kind === 'error') return { message: `is an error: ${subject.message}` };
  const text = withoutBoundaries(subject.text);
  switch (claim.kind) {
    case 'contains':
      return text.includes(claim.text) ? undefined : { message: describeMissing(claim.text, text) };
    case 'not-contains':
      return text.includes(claim.text) ? { message: describePresent(claim.text, text) } : undefined;
    case 'starts-with':
      return text.startsWith(claim.text)
        ? undefined
        : {
            message: `begins with ${quoteShort(text.slice(0, claim.text.length))}, not with ${quoteShort(claim.text)}`,
          };
    case 'equals':
      return compareTexts(claim.text.trim(), text.trim(), 'is not the expected text');
    case 'regex': {
      const isFound = context.matches(claim.pattern, text);
      if (isFound === undefined) return { message: `cannot be compared with /${claim.pattern}/ within a second` };
      return isFound ? undefined : { message: `has nothing that matches /${claim.pattern}/` };
    }
    case 'is-json':
      return checkJson(claim.schema, text, context);
    case 'messages':
      return compareMessages(claim, subject);
    case 'tokens-at-most': {
      const tokens = estimateTokenCount(text);
      return tokens <= claim.tokens ? undefined : { message: `has about ${tokens} tokens, more than ${claim.tokens}` };
    }
    case 'search-finds':
      return checkSearch(claim, subject);
    case 'same-as':
      return compareOther(claim, subject, context.otherSubject);
    case 'snapshot':
      return context.snapshot === undefined
        ? { message: 'has no snapshot yet: keep the text as a snapshot (test --update on the command line)' }
        : compareTexts(context.snapshot.trimEnd(), formatSnapshot(subject).trimEnd(), 'is not the snapshot');
    case 'cannot-escape':
      return context.escape && { message: context.escape.message };
    case 'is-error':
      if (subject.isError === claim.value) return undefined;
      return { message: claim.value ? 'reports no error' : `reports an error: ${quoteShort(text)}` };
    case 'structured':
      return compareStructured(claim.value, subject.structuredContent);
    default:
      return assertNever(claim);
  }
}

function compareError(claim: Extract<Claim, { kind: 'error' }>, subject: Subject): Difference | undefined {
  if (subject.kind !== 'error') return { message: `is not an error but ${quoteShort(subject.text)}` };
  if (claim.code !== undefined && claim.code !== subject.code)
    return { message: `is the error ${subject.code ?? 'without a code'}, not ${claim.code}: ${subject.message}` };
  if (claim.contains !== undefined && !subject.message.includes(claim.contains))
    return { message: `is an error whose message ${describeMissing(claim.contains, subject.message)}` };
  return undefined;
}

function compareTexts(expected: string, text: string, message: string): Difference | undefined {
  return expected === text ? undefined : { message, detail: listDifferingLines(expected, text) };
}

/** Describes how far the text agrees, so that a typing error is easy to see. */
function describeMissing(expectedText: string, text: string): string {
  const at = text.toLowerCase().indexOf(expectedText.toLowerCase());
  const lacks = `does not contain ${quoteShort(expectedText)}`;
  if (at >= 0) return `${lacks}, but ${quoteShort(text.slice(at, at + expectedText.length))}`;
  let commonCount = expectedText.length - 1;
  while (commonCount > 0 && !text.includes(expectedText.slice(0, commonCount))) commonCount--;
  // A shorter agreement may be chance.
  if (commonCount < 8 || commonCount < expectedText.length / 3)
    return `${lacks}: ${text === '' ? 'it is empty' : quoteShort(text)}`;
  const start = text.indexOf(expectedText.slice(0, commonCount));
  return `${lacks}, but ${quoteShort(text.slice(start, start + expectedText.length + 20))}`;
}

function describePresent(unwantedText: string, text: string): string {
  const at = text.indexOf(unwantedText);
  const line = text.slice(0, at).split('\n').length;
  const wholeLine = text.slice(text.lastIndexOf('\n', at) + 1).split('\n')[0] ?? '';
  return `contains ${quoteShort(unwantedText)} on line ${line}: ${quoteShort(wholeLine)}`;
}

async function checkJson(
  schema: JsonObject | undefined,
  text: string,
  context: EvaluationContext,
): Promise<Difference | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { message: `is not JSON (${(error as Error).message})` };
  }
  let mistakes: string;
  try {
    mistakes = schema ? await context.schemaMistakes(schema, value) : '';
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return { message: `cannot be checked: ${error.message.replace(/\.$/, '')}` };
  }
  return mistakes === '' ? undefined : { message: `is not JSON of the expected form: ${mistakes}` };
}

function compareMessages(
  { count, roles }: Extract<Claim, { kind: 'messages' }>,
  { messages }: AnswerText,
): Difference | undefined {
  const foundRoles = messages.map(({ role }) => role);
  if (count !== undefined && count !== foundRoles.length)
    return { message: `has ${foundRoles.length === 1 ? '1 message' : `${foundRoles.length} messages`}, not ${count}` };
  if (roles !== undefined && !isSameData(roles, foundRoles))
    return { message: `has the roles ${foundRoles.join(', ') || 'none'}, not ${roles.join(', ')}` };
  return undefined;
}

function checkSearch(
  { page, within }: Extract<Claim, { kind: 'search-finds' }>,
  { searches }: AnswerText,
): Difference | undefined {
  const lastSearch = searches.at(-1);
  if (!lastSearch) return { message: 'does not come from a search' };
  const sentPassages = lastSearch.passages.filter(({ outcome }) => outcome.kind === 'taken' || outcome.kind === 'cut');
  const rank = sentPassages.findIndex((passage) => isPage(page, passage));
  if (rank >= 0 && (within === undefined || rank < within)) return undefined;
  const firstLocations = sentPassages.slice(0, 3).map(({ location }) => location);
  const list =
    firstLocations.length === 0 ? 'nothing was found' : `the first passages are from ${firstLocations.join(', ')}`;
  const failedSource = lastSearch.sources.find(({ state }) => state === 'failed');
  if (failedSource)
    return {
      message: `has no passage from ${page}: ${failedSource.message ?? `the source ${failedSource.name} failed`}`,
    };
  if (rank >= 0) return { message: `has ${page} at place ${rank + 1}, not within ${within}: ${list}` };
  return { message: `has no passage from ${page}: ${list}` };
}

function isPage(
  page: string,
  { location, url, title }: { readonly location: string; readonly url?: string; readonly title: string },
): boolean {
  const place = (address: string) => address.replace(/#.*$/, '');
  if (title.toLowerCase() === page.toLowerCase() || url === page || location === page) return true;
  return place(location) === page || (url !== undefined && place(url) === page) || place(location).endsWith(`/${page}`);
}

function compareOther(
  claim: Extract<Claim, { kind: 'same-as' }>,
  subject: AnswerText,
  otherSubject: Subject | undefined,
): Difference | undefined {
  const name = claim.sample === undefined ? `what ${claim.client} reads` : `the sample ${claim.sample}`;
  if (otherSubject === undefined) return { message: `cannot be compared with ${name}` };
  if (otherSubject.kind === 'error') return { message: `cannot be compared with ${name}: ${otherSubject.message}` };
  return compareTexts(
    withoutBoundaries(otherSubject.text),
    withoutBoundaries(subject.text),
    `is not the same as ${name}`,
  );
}

function compareStructured(expected: JsonObject, structuredContent: JsonObject | undefined): Difference | undefined {
  if (structuredContent === undefined) return { message: 'has no structured content' };
  if (includes(structuredContent, expected)) return undefined;
  const text = (value: unknown) => JSON.stringify(value, null, 2);
  const foundPart = Object.fromEntries(Object.keys(expected).map((key) => [key, structuredContent[key]]));
  return { message: 'has different structured content', detail: listDifferingLines(text(expected), text(foundPart)) };
}

/** Whether a value has all of the expected keys, at every depth. Lists must be equal. */
function includes(actual: unknown, expected: unknown): boolean {
  if (!isJsonObject(expected) || !isJsonObject(actual)) return isSameData(actual, expected);
  return Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && includes(actual[key], value));
}
