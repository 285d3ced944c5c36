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
export function lossesBetween(newestAnswer: ComparedAnswer, olderAnswer: ComparedAnswer, revision: string): Loss[] {
  const ofMessages = newestAnswer.messages.flatMap(({ content }, message) =>
    messageLosses(content, olderAnswer.messages[message]?.content, revision).map((text) => ({ message, text })),
  );
  const ofList =
    newestAnswer.listedPrompt && olderAnswer.listedPrompt
      ? droppedSentences(newestAnswer.listedPrompt, olderAnswer.listedPrompt, 'the prompt as it is listed')
      : [];
  return [...ofMessages, ...ofList.map((text) => ({ text }))];
}

function messageLosses(newestMessage: unknown, olderMessage: unknown, revision: string): string[] {
  if (!isJsonObject(newestMessage)) return [];
  if (!isJsonObject(olderMessage)) return ['The whole message is left out.'];
  if (newestMessage.type !== olderMessage.type) return [replacedSentence(newestMessage, olderMessage, revision)];
  return droppedSentences(newestMessage, olderMessage, `the ${nameOf(newestMessage.type)}`);
}

function replacedSentence(newestBlock: JsonObject, olderBlock: JsonObject, revision: string): string {
  const replacement = olderBlock.type === 'text' ? 'a text describes it' : `it arrives as ${nameOf(olderBlock.type)}`;
  const what =
    newestBlock.type === 'audio' ? `The audio (${String(newestBlock.mimeType)})` : `The ${nameOf(newestBlock.type)}`;
  return `${what} does not arrive: ${revision} has none, and ${replacement}.`;
}

/** A sentence for every key that the newest answer has and the older one has not. */
function droppedSentences(newestPart: object, olderPart: object, wholeName: string): string[] {
  return Object.entries(newestPart).flatMap(([key, value]) => {
    // Keys of the revision's envelope, not of its content.
    if (key === '_meta') return [];
    const olderValue = (olderPart as JsonObject)[key];
    if (olderValue === undefined) return [`${subject(key, value)} of ${wholeName}: left out.`];
    if (Array.isArray(value) && Array.isArray(olderValue)) {
      return value.flatMap((item, index) =>
        isJsonObject(item) && isJsonObject(olderValue[index])
          ? droppedSentences(item, olderValue[index], itemName(key, item))
          : [],
      );
    }
    return isJsonObject(value) && isJsonObject(olderValue)
      ? droppedSentences(value, olderValue, partName(key, wholeName))
      : [];
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

function partName(key: string, wholeName: string): string {
  return key === 'annotations' ? wholeName : `the ${key} of ${wholeName}`;
}

function itemName(key: string, entry: JsonObject): string {
  const name = typeof entry.name === 'string' ? ` ${entry.name}` : '';
  return key === 'arguments' ? `the argument${name}` : `the ${key} entry${name}`;
}

function nameOf(type: unknown): string {
  return type === 'resource_link' ? 'link' : String(type);
}
