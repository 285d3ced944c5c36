/** Turns the fields of docstrings (`:param size: the size`) into sentences and lists of reStructuredText. */

const field =
  /^(\s*):(param|parameter|arg|argument|key|keyword|ivar|cvar|var|type|returns?|rtype|raises?|except|exception|yields?)(?:\s+([^:\n]{1,200}))?:\s*(.*)$/;

export function docstringText(docstring: string): string {
  const lines: string[] = [];
  let wasField = false;
  for (const line of docstring.split('\n')) {
    const [match, , word = '', name = '', text = ''] = field.exec(line) ?? [];
    if (match === undefined) {
      // The rest of a field is indented.
      if (wasField && /^\s+\S/.test(line)) lines.push(`  ${line.trim()}`);
      else {
        wasField = false;
        lines.push(line);
      }
      continue;
    }
    if (!wasField) lines.push('');
    wasField = true;
    lines.push(`- ${sentence(word, name, text)}`);
  }
  return lines.join('\n');
}

function sentence(word: string, name: string, text: string): string {
  if (word === 'type') return `\`\`${name}\`\` is of type ${text}`;
  if (word === 'rtype') return `Returns type: ${text}`;
  if (/^(return|yield)/.test(word)) return `${word.startsWith('r') ? 'Returns' : 'Yields'}: ${text}`;
  if (/^(rais|exce)/.test(word)) return `Raises \`\`${name}\`\`: ${text}`;
  // The type may precede the name.
  const [, type, bareName = name] = /^(.*\S)\s+(\S+)$/.exec(name) ?? [];
  return `\`\`${bareName}\`\`${type === undefined ? '' : ` (${type})`}: ${text}`;
}
