/** The rules that need only one definition. */
import { isJsonObject, isSameData, type JsonObject, type KeyPath } from '../base/json.ts';
import type { PromptDefinition } from '../model/definitions.ts';
import { aroundMarker, attacksOn, marker } from '../model/fence/escapes.ts';
import { firstChoices, firstEnum, firstSkill, firstText } from '../model/placeholders.ts';
import { composeTemplate } from '../model/template/compose.ts';
import { argumentsFor, convertInTemplate, partsWithSlots } from '../model/template/convert-slots.ts';
import { type ForeignSlot, findForeignSlots } from '../model/template/foreign-slots.ts';
import { applyTemplate, parseTemplate } from '../model/template/string-template.ts';
import type { LintFinding } from './rules.ts';

/** A prompt, a tool or a skill without a prompt as written, under canonical keys. */
export interface WrittenDefinition {
  readonly kind: 'prompt' | 'tool' | 'skill';
  readonly value: JsonObject;
  /** Its path in the file. */
  readonly at: KeyPath;
}

export function findInDefinition(written: WrittenDefinition): readonly LintFinding[] {
  if (written.kind === 'skill') return findSkillPlaceholders(written);
  return [
    ...findPlaceholders(written),
    ...findMissingDescriptions(written),
    ...findTitlesThatAreNames(written),
    ...textsIn(written.value.Content, [...written.at, 'Content']).flatMap((text) => [
      ...findOtherSlots(text, written),
      ...findClientCommands(text, written),
      ...findEscapes(text, written),
    ]),
  ];
}

function findSkillPlaceholders({ value, at }: WrittenDefinition): readonly LintFinding[] {
  const todo = {
    Description: 'say what the skill does, and when a model uses it',
    Content: 'write the instructions',
  } as const;
  return (['Description', 'Content'] as const)
    .filter((key) => String(value[key]).trim() === firstSkill[key].trim())
    .map((key) =>
      makeFinding('placeholder', [...at, key], `${key} is still the placeholder of a new skill: ${todo[key]}.`),
    );
}

function findPlaceholders({ value, at }: WrittenDefinition): readonly LintFinding[] {
  const texts = textsIn(value.Content, [...at, 'Content']).filter(({ text }) => text.trim() === firstText);
  return [
    ...texts.map((text) =>
      makeFinding('placeholder', text.at, 'The text is still the placeholder of a new prompt: write your own.'),
    ),
    ...['Arguments', 'Parameters', 'InputSchema', 'OutputSchema'].flatMap((key) =>
      findPlaceholderChoices(value[key], [...at, key]),
    ),
  ];
}

/** At any depth of arguments or of a schema. */
function findPlaceholderChoices(value: unknown, at: KeyPath): readonly LintFinding[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => findPlaceholderChoices(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!isSameData(inner, firstEnum) && !isSameData(inner, [value.Default ?? firstChoices[0], firstChoices[1]]))
      return findPlaceholderChoices(inner, [...at, key]);
    const last = Array.isArray(inner) ? inner.at(-1) : undefined;
    const message = `The choice ${JSON.stringify(last)} is still a placeholder: write your own choices.`;
    return [makeFinding('placeholder', [...at, key], message)];
  });
}

function findMissingDescriptions({ kind, value, at }: WrittenDefinition): readonly LintFinding[] {
  const lacks = ({ Description: text }: JsonObject) => typeof text !== 'string' || text.trim() === '';
  const list = kind === 'prompt' ? 'Arguments' : 'Parameters';
  const items = Array.isArray(value[list]) ? value[list] : [];
  const reader = kind === 'prompt' ? 'People read it before a call' : 'A model uses it to decide on a call';
  return [
    ...(lacks(value)
      ? [
          makeFinding(
            'missing-description',
            [...at, 'Description'],
            `The ${kind} has no Description. ${reader}: add a sentence.`,
          ),
        ]
      : []),
    ...items.flatMap((item, index) =>
      isJsonObject(item) && lacks(item)
        ? [
            makeFinding(
              'missing-description',
              [...at, list, index, 'Description'],
              `The argument ${JSON.stringify(item.Name ?? '')} has no Description: say what to enter.`,
            ),
          ]
        : [],
    ),
  ];
}

function makeFinding(rule: LintFinding['rule'], at: KeyPath, message: string): LintFinding {
  return { rule, at, message };
}

function findTitlesThatAreNames({ value, at }: WrittenDefinition): readonly LintFinding[] {
  const { Name: name, Title: title } = value;
  if (typeof name !== 'string' || typeof title !== 'string' || name.toLowerCase() !== title.toLowerCase()) return [];
  return [
    {
      rule: 'title-is-name',
      at: [...at, 'Title'],
      message: `The Title ${JSON.stringify(title)} only repeats the Name: remove it, or say more.`,
      fix: { label: 'Remove Title', edits: [{ at: [...at, 'Title'], before: title }] },
    },
  ];
}

interface WrittenText {
  readonly at: KeyPath;
  readonly text: string;
  readonly isTemplate: boolean;
  readonly isFenced?: boolean;
}

/** Lists the texts of a content that clients get. Functions, queries and addresses are not among them. */
function textsIn(content: unknown, at: KeyPath): readonly WrittenText[] {
  if (typeof content === 'string') return [{ at, text: content, isTemplate: false }];
  if (Array.isArray(content)) return content.flatMap((item, index) => textsIn(item, [...at, index]));
  if (!isJsonObject(content)) return [];
  if (typeof content.StringTemplate === 'string')
    return [
      {
        at: [...at, 'StringTemplate'],
        text: content.StringTemplate,
        isTemplate: true,
        isFenced: isFenced(content.Fence),
      },
    ];
  return ['Messages', 'Content', 'Blocks', 'Text'].flatMap((key) => textsIn(content[key], [...at, key]));
}

function isFenced(fence: unknown): boolean {
  return fence === 'boundary' || fence === 'escape';
}

function findOtherSlots({ at, text, isTemplate }: WrittenText, written: WrittenDefinition): readonly LintFinding[] {
  const slots = findForeignSlots(text, isTemplate);
  return slots.map((slot) => {
    const edits = slotEdits({ at, text, isTemplate }, [slot], written);
    return {
      rule: 'other-slots',
      at,
      within: { start: slot.start, end: slot.end },
      message: `${slot.slotText} looks like another program's slot, and clients get it as it is: make it an argument.`,
      ...(edits && { fix: { label: `Make ${slot.name} an argument`, edits } }),
    };
  });
}

/** Edits that make the text a template with the slots and declare their arguments. Undefined for a tool, which has parameters. */
function slotEdits(
  { at, text, isTemplate }: WrittenText,
  slots: readonly ForeignSlot[],
  { kind, value, at: root }: WrittenDefinition,
) {
  if (kind !== 'prompt') return undefined;
  const argumentList = Array.isArray(value.Arguments) ? value.Arguments : [];
  const names = argumentList.flatMap((argument) =>
    isJsonObject(argument) && typeof argument.Name === 'string' ? [argument.Name] : [],
  );
  const freshArguments = argumentsFor(slots).filter(({ name }) => !names.includes(name));
  const template = isTemplate
    ? convertInTemplate(text, slots, names).template
    : composeTemplate(partsWithSlots(text, slots, names));
  if (template === undefined) return undefined;
  const index = placeOfRequired(argumentList, value);
  const list = argumentList.toSpliced(index, 0, ...freshArguments.map(({ name }) => ({ Name: name, Required: true })));
  return [
    { at, before: text, after: isTemplate ? template : { StringTemplate: template } },
    ...(freshArguments.length === 0
      ? []
      : [
          {
            at: [...root, 'Arguments'],
            ...(value.Arguments !== undefined && { before: value.Arguments }),
            after: list,
          },
        ]),
  ];
}

/** Where a required argument goes: before optional ones and the rest of the line. Numbered slots count, so none may move. */
function placeOfRequired(argumentList: readonly unknown[], { Content: content }: JsonObject): number {
  const hasNumberedSlots = textsIn(content, []).some(
    ({ text, isTemplate }) =>
      isTemplate && parseTemplate(text).parts.some((part) => part.kind === 'slot' && 'position' in part),
  );
  const index = argumentList.findIndex(
    (argument) => isJsonObject(argument) && (argument.Required !== true || argument.RestOfLine === true),
  );
  return hasNumberedSlots || index < 0 ? argumentList.length : index;
}

/** OpenCode runs text between backticks after an exclamation mark, in the final text of a prompt. */
function findClientCommands(
  { at, text, isTemplate }: WrittenText,
  { kind }: WrittenDefinition,
): readonly LintFinding[] {
  if (kind !== 'prompt') return [];
  return [...text.matchAll(/!(?:`[^`\n]+`|<\*"`[^`"\n]+`"\*>)/g)].map((match) => {
    const slot =
      isTemplate && parseTemplate(text).parts.some((part) => part.kind === 'slot' && part.start === match.index + 1);
    const what = slot ? 'the value of the slot' : match[0].replace(/^[^`]*|[^`]*$/g, '');
    return {
      rule: 'client-command',
      at,
      within: { start: match.index, end: match.index + match[0].length },
      message: `OpenCode runs ${what} as a command, because of the exclamation mark before it: put a space between them.`,
      fix: {
        label: 'Put a space after the exclamation mark',
        edits: [{ at, before: text, after: `${text.slice(0, match.index + 1)} ${text.slice(match.index + 1)}` }],
      },
    };
  });
}

/** Finds slots whose value can close what is around it. Templates with a fence are safe (`model/fence`). */
function findEscapes(
  { at, text, isTemplate, isFenced }: WrittenText,
  { value }: WrittenDefinition,
): readonly LintFinding[] {
  if (!isTemplate || isFenced) return [];
  const argumentList = [value.Arguments, value.Parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  const freeArguments = argumentList.filter(
    (argument) => isJsonObject(argument) && (argument.Kind === undefined || argument.Kind === 'text'),
  );
  const names = argumentList.flatMap((argument) =>
    isJsonObject(argument) && typeof argument.Name === 'string' ? [argument.Name] : [],
  );
  const values = Object.fromEntries(names.map((name) => [name, '']));
  return parseTemplate(text).parts.flatMap((part): readonly LintFinding[] => {
    if (part.kind === 'literal') return [];
    const name = 'name' in part ? part.name : names[part.position - 1];
    if (
      name === undefined ||
      !freeArguments.some((freeArgument) => isJsonObject(freeArgument) && freeArgument.Name === name)
    )
      return [];
    const fill = (filledText: string) => applyTemplate(text, { names, values: { ...values, [name]: filledText } }).text;
    const attack = attacksOn(aroundMarker(fill(marker)))[0];
    if (!attack) return [];
    const fence = [...at.slice(0, -1), 'Fence'];
    return [
      {
        rule: 'can-escape',
        at,
        within: { start: part.start, end: part.end },
        message: `The value ${JSON.stringify(attack.value)} of ${name} ${attack.effect}, and what follows reads like your own text: fence the values.`,
        breakout: attack.value,
        fix: { label: 'Put values between boundaries', edits: [{ at: fence, after: 'boundary' }] },
      },
    ];
  });
}

/** Finds arguments that only messages and blocks with a condition use: their values are ignored while the condition fails. */
export function findUsedInPart(
  { content, arguments: declaredArguments }: PromptDefinition,
  at: KeyPath,
): readonly LintFinding[] {
  if (content.kind !== 'messages') return [];
  const unconditionalNames = new Set<string>();
  const sometimes = new Set<string>();
  for (const message of content.messages)
    for (const block of message.blocks) {
      const into = (message.when ?? block.when) ? sometimes : unconditionalNames;
      for (const name of slotsIn(
        block,
        declaredArguments.map((argument) => argument.name),
      ))
        into.add(name);
    }
  return declaredArguments.flatMap(({ name }, index) =>
    sometimes.has(name) && !unconditionalNames.has(name)
      ? [
          makeFinding(
            'used-in-part',
            [...at, 'Arguments', index],
            `Only content with a condition uses ${JSON.stringify(name)}: where the condition fails, its value is ignored.`,
          ),
        ]
      : [],
  );
}

function slotsIn(value: unknown, names: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => slotsIn(item, names));
  if (!isJsonObject(value)) return [];
  if (typeof value.template !== 'string') return Object.values(value).flatMap((inner) => slotsIn(inner, names));
  return parseTemplate(value.template).parts.flatMap((part) => {
    if (part.kind === 'literal') return [];
    const name = 'name' in part ? part.name : names[part.position - 1];
    return name === undefined ? [] : [name];
  });
}
