/** Checks the slots of a prompt's texts against its declared arguments. */

import type { KeyPath } from '../../base/json.ts';
import type { Argument } from '../definitions.ts';
import { error, quote, type Report, suggestion } from '../problems/findings.ts';
import { isSlotName, parseTemplateOnce, type TemplatePart } from '../template/string-template.ts';
import { parseUriTemplate } from '../template/uri-template.ts';
import type { ContentReport, LocatedText } from './text.ts';

type Slot = Extract<TemplatePart, { kind: 'slot' }>;

/** The key that declares arguments. */
type DeclaringKey = 'Arguments' | 'Parameters' | 'InputSchema';

/** Where a person declares arguments: the heading of the form, with the key of the file if it differs. */
const places: Readonly<Record<DeclaringKey, string>> = {
  Arguments: 'Arguments',
  Parameters: 'Input (Parameters in the file)',
  InputSchema: 'Input (InputSchema in the file)',
};

/** An argument, with the conditions that use others. */
type DeclaredName = Pick<Argument, 'name' | 'askWhen'>;

/** Content that uses arguments without slots. */
const takesAny: readonly string[] = ['function', 'wolfram', 'prompt', 'mcp', 'builtin'];

/**
 * Warns about slots without an argument and arguments that nothing uses; reports template problems as errors. Content or
 * arguments with an error are undefined, and the rest is still checked.
 */
export function checkSlots(
  content: { readonly kind: string } | undefined,
  report: ContentReport,
  declaredNames: readonly DeclaredName[] | undefined,
  at: KeyPath,
  key: DeclaringKey = 'Arguments',
): void {
  const { texts, conditions } = report;
  const templates = texts.flatMap(({ text, at: place }) => {
    if (text.kind === 'literal') return [];
    const parse = text.kind === 'uri' ? parseUriTemplate : parseTemplateOnce;
    return [{ ...parse(text.template), kind: text.kind, place }];
  });
  for (const { problems, place } of templates)
    for (const { message, start, end } of problems) error(report, place, message, report.tag, { start, end });
  if (!declaredNames) return;
  const names = declaredNames.map((argument) => argument.name);
  const knownNames = new Set(names);
  const usedNames = new Set([
    ...declaredNames.flatMap(({ askWhen }) => Object.keys(askWhen ?? {})),
    ...conditions.map(({ argument }) => argument),
  ]);
  for (const { parts, kind, place } of templates) {
    const reportedNames = new Set<string | number>();
    for (const part of parts) {
      if (part.kind !== 'slot') continue;
      const name = 'name' in part ? part.name : names[part.position - 1];
      if (name !== undefined && knownNames.has(name)) {
        usedNames.add(name);
        continue;
      }
      const slot = 'name' in part ? part.name : part.position;
      if (reportedNames.has(slot)) continue;
      reportedNames.add(slot);
      const nearName = 'name' in part ? suggestion(report, part.name, names) : undefined;
      const message =
        kind === 'uri' ? unknownVariable(slot, nearName, key) : unknownSlot(part, nearName, names.length, key);
      report.findings.push({
        tag: 'UnknownSlot',
        severity: 'warning',
        message,
        at: place,
        within: { start: part.start, end: part.end },
        ...('name' in part && {
          subject: { kind: 'slot', name: part.name, ...(nearName !== undefined && { near: nearName }) },
        }),
      });
    }
  }
  // A function may use any argument, and so may content with an error.
  const isListed = key !== 'InputSchema';
  if (content && isListed && !takesAny.includes(content.kind))
    warnOfUnused(declaredNames, usedNames, texts, [...at, key], report);
}

function unknownSlot(slot: Slot, nearName: string | undefined, declaredCount: number, key: DeclaringKey): string {
  if ('position' in slot) {
    const count = declaredCount === 1 ? 'is one argument' : `are ${declaredCount} arguments`;
    return `This template has a slot for argument ${slot.position}, but there ${count}: add the missing argument, or change the slot.`;
  }
  const advice = nearName
    ? `did you mean ${nearName}?`
    : `declare the argument under ${places[key]}, or leave it as text: <*"\`${slot.name}\`"*>.`;
  return `The slot ${slot.name} has no argument and stays empty: ${advice}`;
}

function unknownVariable(name: string | number, nearName: string | undefined, key: DeclaringKey): string {
  const advice = nearName
    ? `did you mean ${nearName}?`
    : `declare the argument under ${places[key]}, or remove the braces.`;
  return `The variable ${name} of this URI has no argument and stays empty: ${advice}`;
}

/** Text from one backtick to the next. */
const betweenBackticks = /(?<=`)[^`]+(?=`)/g;

function warnOfUnused(
  declarations: readonly { readonly name: string }[],
  usedNames: ReadonlySet<string>,
  texts: readonly LocatedText[],
  at: KeyPath,
  report: Report,
): void {
  const literals = texts.flatMap(({ text }) => (text.kind === 'literal' ? [text.text] : []));
  const markedWords = new Set(literals.flatMap((text) => text.match(betweenBackticks) ?? []));
  declarations.forEach((argument, index) => {
    if (usedNames.has(argument.name)) return;
    const isMeant = markedWords.has(argument.name);
    const advice = isMeant
      ? 'plain text has no slots, so write {StringTemplate: the text} instead.'
      : isSlotName(argument.name)
        ? `write \`${argument.name}\`, backticks included, in a StringTemplate, or remove the argument.`
        : `a slot cannot have this name, so rename it, or write its number between backticks: ${index + 1}.`;
    const message = `The argument ${quote(argument.name)} is unused: ${advice}`;
    const subject = { kind: 'unused', name: argument.name } as const;
    report.findings.push({ tag: 'UnusedArgument', severity: 'warning', message, at: [...at, index], subject });
  });
}
