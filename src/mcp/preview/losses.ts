/** Compares two real answers for what an older protocol revision omits or changes. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** One answer to `prompts/get`, with the prompt's entry in `prompts/list` of the same revision. */
export interface ComparedAnswer {
  readonly messages: readonly { readonly content: unknown }[];
  readonly listedPrompt?: object | undefined;
}

/** A sentence about the message at an index, or, without one, about the list. */
export interface Loss {
  message?: number;
  text: string;
}

/** In the order of the messages, the list last. */
export function lossesBetween(newest: ComparedAnswer, older: ComparedAnswer, revision: string): Loss[] {
  const ofMessages = newest.messages.flatMap(({ content }, message) =>
    messageLosses(content, older.messages[message]?.content, revision).map((text) => ({ message, text })),
  );
  const ofList =
    newest.listedPrompt && older.listedPrompt
      ? droppedSentences(newest.listedPrompt, older.listedPrompt, 'the prompt as it is listed')
      : [];
  return [...ofMessages, ...ofList.map((text) => ({ text }))];
}

function messageLosses(newest: unknown, older: unknown, revision: string): string[] {
  if (!isJsonObject(newest)) return [];
  if (!isJsonObject(older)) return ['The whole message is left out.'];
  if (newest.type !== older.type) return [replacedSentence(newest, older, revision)];
  return droppedSentences(newest, older, `the ${nameOf(newest.type)}`);
}

function replacedSentence(newest: JsonObject, older: JsonObject, revision: string): string {
  const instead = older.type === 'text' ? 'a text describes it' : `it arrives as ${nameOf(older.type)}`;
  const what = newest.type === 'audio' ? `The audio (${String(newest.mimeType)})` : `The ${nameOf(newest.type)}`;
  return `${what} does not arrive: ${revision} has none, and ${instead}.`;
}

/** A sentence for every key that the newest answer has and the older one has not. */
function droppedSentences(newest: object, older: object, whole: string): string[] {
  return Object.entries(newest).flatMap(([key, value]) => {
    // Keys of the revision's envelope, not of its content.
    if (key === '_meta') return [];
    const then = (older as JsonObject)[key];
    if (then === undefined) return [`${subject(key, value)} of ${whole}: left out.`];
    if (Array.isArray(value) && Array.isArray(then)) {
      return value.flatMap((item, index) =>
        isJsonObject(item) && isJsonObject(then[index]) ? droppedSentences(item, then[index], itemName(key, item)) : [],
      );
    }
    return isJsonObject(value) && isJsonObject(then) ? droppedSentences(value, then, partName(key, whole)) : [];
  });
}

const subjects: Readonly<Record<string, string>> = {
  title: 'The title',
  icons: 'The icons',
  lastModified: 'The date of the last change (lastModified)',
  audience: 'The audience',
  priority: 'The priority',
  size: 'The size',
  mimeType: 'The type',
};

function subject(key: string, value: unknown): string {
  if (key === 'annotations' && isJsonObject(value)) return `The annotations (${Object.keys(value).join(', ')})`;
  return subjects[key] ?? `The value of ${key}`;
}

function partName(key: string, whole: string): string {
  return key === 'annotations' ? whole : `the ${key} of ${whole}`;
}

function itemName(key: string, item: JsonObject): string {
  const name = typeof item.name === 'string' ? ` ${item.name}` : '';
  return key === 'arguments' ? `the argument${name}` : `the ${key} entry${name}`;
}

function nameOf(type: unknown): string {
  return type === 'resource_link' ? 'link' : String(type);
}
