/**
 * Setting and removing one entry in another program's JSON file by splicing: every byte outside the entry stays as it is
 * (byte order mark, line ends, indentation, key order, numbers of any size, the end of the last line).
 */
import type { Node } from 'jsonc-parser';
import { WorkbenchError } from '../model/errors.ts';
import { findEntry, type Member, membersOf, readDocument } from './json-document.ts';

/** Replaces `[start, end)`, in UTF-16 code units. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with `section[name]` set to a JSON value: in place when the entry exists, else behind the section's last
 * entry and in that one's style; a missing section is made. White space alone becomes a tidy file.
 * @throws RefusedFile as `readDocument` does
 */
export function setEntry(text: string, section: string, name: string, value: unknown): string {
  const document = readDocument(text, section);
  const entry = findEntry(document, name);
  let after: string;
  if (!document.root) after = newFile(text, { [section]: { [name]: value } });
  else if (entry) after = spliced(text, replacement(text, entry, value));
  else if (document.section) after = spliced(text, insertion(text, document.section.value, name, value));
  else after = spliced(text, insertion(text, document.root, section, { [name]: value }));
  proveOnlyEntryDiffers(text, after, section, name);
  return after;
}

/** The text with an existing entry's value put back as `raw`, the JSON that once stood there. */
export function restoreEntry(text: string, section: string, name: string, raw: string): string {
  const entry = findEntry(readDocument(text, section), name);
  if (!entry) throw new WorkbenchError('internal', `There is no entry ${JSON.stringify(name)} to put back.`);
  const after = spliced(text, { start: entry.value.offset, end: entry.end, text: raw });
  proveOnlyEntryDiffers(text, after, section, name);
  return after;
}

/** The text without the entry and its comma; `dropSection` also removes the section when nothing else is in it. */
export function removeEntry(text: string, section: string, name: string, dropSection: boolean): string {
  const document = readDocument(text, section);
  const entry = findEntry(document, name);
  if (!document.root || !document.section || !entry) return text;
  const alone = membersOf(document.section.value).length === 1;
  return spliced(
    text,
    alone && dropSection ? cut(document.root, document.section) : cut(document.section.value, entry),
  );
}

/**
 * Checks, from nothing but the two texts, that they are the same outside the entry, and outside a section that holds
 * only the entry. @throws WorkbenchError `internal` when they are not
 */
export function proveOnlyEntryDiffers(before: string, after: string, section: string, name: string): void {
  const [was, is] = [outside(before, section, name), outside(after, section, name)];
  const wasEmpty = was.replace('\uFEFF', '').trim() === '';
  const same = wasEmpty ? is.trim() === `${byteOrderMark(before)}{}`.trim() : was === is;
  if (!same)
    throw new WorkbenchError('internal', 'The edit would have changed more than its own entry: nothing is written.');
}

/** The text with the entry cut out, then a section and a root that are left empty. */
function outside(text: string, sectionKey: string, name: string): string {
  let rest = removeEntry(text, sectionKey, name, true);
  const { root, section } = readDocument(rest, sectionKey);
  if (root && section && membersOf(section.value).length === 0) rest = spliced(rest, cut(root, section));
  const left = readDocument(rest, sectionKey).root;
  return left && membersOf(left).length === 0 ? spliced(rest, interior(left, '')) : rest;
}

function spliced(text: string, { start, end, text: inserted }: Splice): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

function interior(object: Node, text: string): Splice {
  return { start: object.offset + 1, end: object.offset + object.length - 1, text };
}

function cut(object: Node, member: Member): Splice {
  const members = membersOf(object);
  const index = members.findIndex(({ start }) => start === member.start);
  const [previous, next] = [members[index - 1], members[index + 1]];
  if (previous) return { start: previous.end, end: member.end, text: '' };
  if (next) return { start: member.start, end: next.start, text: '' };
  return interior(object, '');
}

function newFile(text: string, content: unknown): string {
  return `${byteOrderMark(text)}${multiLine(content, '', { eol: lineEnd(text), unit: '  ' })}${lineEnd(text)}`;
}

function replacement(text: string, entry: Member, value: unknown): Splice {
  const old = text.slice(entry.value.offset, entry.end);
  const style = layoutOf(text);
  const onOneLine = !/[\r\n]/.test(old) && old.startsWith('{') && membersOf(entry.value).length > 0;
  const written = onOneLine
    ? oneLine(value, colonOf(text, membersOf(entry.value)[0]) === ':')
    : multiLine(value, indentAt(text, entry.start), style);
  return { start: entry.value.offset, end: entry.end, text: written };
}

function insertion(text: string, object: Node, key: string, value: unknown): Splice {
  const style = layoutOf(text);
  const name = JSON.stringify(key);
  const members = membersOf(object);
  const last = members.at(-1);

  if (!last) {
    const root = object.parent === undefined;
    if (!root && !/[\r\n]/.test(text.trim())) return interior(object, `${name}:${oneLine(value, true)}`);
    const outer = indentAt(text, object.offset);
    const inner = outer + style.unit;
    return interior(object, `${style.eol}${inner}${name}: ${multiLine(value, inner, style)}${style.eol}${outer}`);
  }

  const gap = text.slice(text.slice(0, last.start).trimEnd().length, last.start);
  const colon = colonOf(text, last);
  if (/[\r\n]/.test(gap)) {
    const indent = indentAt(text, last.start);
    const member = `${name}${colon}${multiLine(value, indent, style)}`;
    return { start: last.end, end: last.end, text: `,${style.eol}${indent}${member}` };
  }
  const space = members.length > 1 ? gap : colon.slice(1);
  const member = `${name}${colon}${oneLine(value, colon === ':')}`;
  return { start: last.end, end: last.end, text: `,${space}${member}` };
}

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

function layoutOf(text: string): Layout {
  return { eol: lineEnd(text), unit: /[\r\n]([ \t]+)[^ \t\r\n]/.exec(text)?.[1] ?? '  ' };
}

function lineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function byteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : '';
}

/** The white space at the start of the line in which the offset lies. */
function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(start, offset))?.[1] ?? '';
}

/** What stands between a member's key and its value, on one line. */
function colonOf(text: string, member: Member | undefined): string {
  const between = member ? text.slice(member.keyEnd, member.value.offset) : ': ';
  return /^:[ \t]*$/.test(between) ? between : ': ';
}

function multiLine(value: unknown, indent: string, { eol, unit }: Layout): string {
  // JSON.stringify takes at most ten characters of indentation; tabs at a line's start are nothing else here.
  return JSON.stringify(value, null, '\t').replace(
    /\n(\t*)/g,
    (_, tabs: string) => eol + indent + unit.repeat(tabs.length),
  );
}

function oneLine(value: unknown, compact: boolean): string {
  return compact ? JSON.stringify(value) : JSON.stringify(value, null, 1).replace(/\n */g, ' ');
}
