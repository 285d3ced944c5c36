/** Heuristics for Wolfram Language that defines prompts or servers. */

/** Maximum characters that are examined. */
const maxLength = 100_000;

/** Strict: for text that the user pasted outside of the import dialog. */
export function looksLikeWolframServer(text: string): boolean {
  const head = text.slice(0, maxLength);
  if (/\bCreateMCPServer\s*\[|"(?:MCPPrompts|PromptData)"\s*(?:->|:>|→)/i.test(head)) return true;
  const nameAt = head.search(/<\|[^|]*"Name"\s*(?:->|→)/i);
  return nameAt >= 0 && /"Content"\s*(?:->|:>|→)/i.test(head.slice(nameAt));
}

/** Loose: worth trying to parse. */
export function looksLikeWolfram(text: string): boolean {
  if (looksLikeWolframServer(text)) return true;
  const head = text.slice(0, maxLength);
  const open = head.indexOf('<|');
  return (open >= 0 && /->|:>|→/.test(head.slice(open))) || head.includes('\\[LeftAssociation]');
}
