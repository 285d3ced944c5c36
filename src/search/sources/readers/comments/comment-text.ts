/** Turns the tags of JSDoc, TSDoc and Doxygen into Markdown. */

export interface CommentText {
  /** Markdown. */
  readonly text: string;
  /** Whether a tag hides the declaration from its users. */
  readonly isHidden: boolean;
  /** Whether the comment is on the whole file. */
  readonly isAboutFile: boolean;
}

const hidingTags = /^(private|internal|hidden|ignore|cond)$/;
const fileTags = /^(packageDocumentation|fileoverview|file|module|overview)$/;
/** Tags with a name and its description. */
const namedTags = /^(param|params|arg|argument|property|prop|tparam|template|typeParam|retval|field|member)$/;
const labels: Readonly<Record<string, string>> = {
  return: 'Returns',
  returns: 'Returns',
  result: 'Returns',
  yields: 'Yields',
  throws: 'Throws',
  throw: 'Throws',
  exception: 'Throws',
  see: 'See',
  sa: 'See',
  deprecated: 'Deprecated',
  default: 'Default',
  defaultValue: 'Default',
  since: 'Since',
  note: 'Note',
  warning: 'Warning',
  attention: 'Warning',
  pre: 'Precondition',
  post: 'Postcondition',
  invariant: 'Invariant',
  todo: 'To do',
  bug: 'Known fault',
  author: '',
  version: '',
  license: '',
};
/** Tags whose text is part of the description. */
const proseTags = /^(brief|short|details|remarks|remark|par|description|desc|summary|classdesc|privateRemarks)$/;

/** @param hasBackslashes whether `\brief` is a tag */
export function commentText(comment: string, hasBackslashes: boolean): CommentText {
  const lines: string[] = [];
  let isHidden = false;
  let isAboutFile = false;
  let fence: 'none' | 'markdown' | 'tag' | 'example' = 'none';
  let isInList = false;
  const tag = hasBackslashes
    ? /^\s*[@\\](\w+)(:?)(?:\[[^\]]*\]|\{[^{}\s]*\})?(?=\s|$|:)\s*(.*)$/
    : /^\s*@(\w+)(:?)(?=\s|$)\s*(.*)$/;
  const endExample = () => {
    if (fence === 'example') lines.push('```');
    fence = 'none';
  };
  for (const [index, commentLine] of comment.split('\n').entries()) {
    const line = fence === 'none' ? withoutModifier(commentLine) : commentLine;
    isHidden ||= line !== commentLine;
    if (fence === 'markdown' || fence === 'tag') {
      const isEnd = fence === 'tag' ? /^\s*[@\\]end(code|verbatim)\b/.test(line) : /^\s*(```|~~~)/.test(line);
      lines.push(isEnd ? '```' : line);
      if (isEnd) fence = 'none';
      continue;
    }
    const [match, name = '', colon = '', rest = ''] = tag.exec(line) ?? [];
    if (match === undefined) {
      if (/^\s*(```|~~~)/.test(line)) {
        if (fence === 'example' && lines.at(-1) === '```') {
          lines.pop();
        }
        fence = 'markdown';
        lines.push(line.replace(/^\s*~~~/, '```').trimStart());
      } else if (fence === 'example') lines.push(line);
      else
        lines.push(
          isInList && line.trim() !== '' ? `  ${inline(line.trim(), hasBackslashes)}` : inline(line, hasBackslashes),
        );
      isInList &&= line.trim() !== '';
      continue;
    }
    endExample();
    if (hidingTags.test(name) && colon === '') isHidden = true;
    if (fileTags.test(name)) isAboutFile = true;
    const text = inline(rest, hasBackslashes);
    const wasInList = isInList;
    isInList = false;
    if (name === 'code' || name === 'verbatim') {
      lines.push('', '```');
      fence = 'tag';
    } else if (name === 'example') {
      lines.push('', `Example: ${text.replace(/<\/?caption>/g, '')}`.trim(), '', '```');
      fence = 'example';
    } else if (namedTags.test(name) || colon === ':') {
      if (!wasInList) lines.push('');
      lines.push(colon === ':' && !namedTags.test(name) ? `- \`${name}\`: ${text}` : listItem(text));
      isInList = true;
    } else if (name === 'li') lines.push(`- ${text}`);
    else if (proseTags.test(name)) lines.push(...(index === 0 ? [text] : ['', text]));
    else if (Object.hasOwn(labels, name)) {
      const label = labels[name] as string;
      if (label !== '')
        lines.push('', text === '' ? (name === 'deprecated' ? label : '') : `${label}: ${withType(text)}`);
    }
  }
  if (fence !== 'none') lines.push('```');
  const text = withoutEmptyPrograms(lines).join('\n').trim();
  return { text, isHidden, isAboutFile };
}

/** Removes two fences in a row: an example that is empty, or begins with its own fence. */
function withoutEmptyPrograms(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line, index) => !(line === '```' && lines[index + 1] === '```') && !(line === '```' && lines[index - 1] === '```'),
  );
}

/** `{string} [name=1] - What it is` as an item of a list. */
function listItem(text: string): string {
  const [type = '', rest] = typeOf(text);
  const [, name = '', description = ''] = /^(\[[^\]]*\]|-?[\w$.,]+)\s*(?:[-:–]\s+)?(.*)$/.exec(rest) ?? ['', '', rest];
  const namePart = name === '' ? '' : `\`${name.replace(/^\[|\]$/g, '')}\``;
  const typePart = type === '' ? '' : ` (${type})`;
  return `- ${namePart}${typePart}${description === '' ? '' : `${namePart + typePart === '' ? '' : ': '}${description}`}`;
}

function withType(text: string): string {
  const [type = '', rest] = typeOf(text);
  if (type === '') return text.replace(/^- /, '');
  return rest === '' ? `\`${type}\`` : `\`${type}\`, ${rest.replace(/^- /, '')}`;
}

/** A type in braces, and what follows it. */
function typeOf(text: string): readonly [string, string] {
  const [match = '', type = ''] = /^\{((?:[^{}]|\{[^{}]*\})*)\}\s*/.exec(text) ?? [];
  return [type.trim(), text.slice(match.length)];
}

/** Converts inline links and fonts. */
function inline(line: string, hasBackslashes: boolean): string {
  const result = line
    .replace(
      /\{@(?:link|linkcode|linkplain|tutorial)\s+([^{}\s|]+)(?:\s*\|\s*|\s+)?([^{}]*)\}/g,
      (_, target: string, label: string) => (label.trim() === '' ? `\`${target}\`` : label.trim()),
    )
    .replace(/\{@inherit[dD]oc[^{}]*\}/g, '')
    .replace(/<\/?(?:p|br)\s*\/?>/g, '');
  if (!hasBackslashes) return result;
  return result
    .replace(/(^|[\s(])[@\\](?:p|c|ref|link)\s+([\w:~.#-]+(?:\(\))?)/g, '$1`$2`')
    .replace(/(^|[\s(])[@\\](?:a|e|em|b)\s+(\S+)/g, '$1$2')
    .replace(/[@\\](?:endlink|[{}])/g, '')
    .replace(/[@\\](?:f\$|n\b)/g, '');
}

/** A modifier may also end a line of text (TSDoc): "Starts it. @internal". */
function withoutModifier(line: string): string {
  const text = line.slice(0, /\s@(?:internal|hidden)\s*$/.exec(line)?.index);
  return text.trim() === '' ? line : text;
}
