/** Whether a text is Wolfram Language that defines prompts or servers, told by a look. */

const start = 100_000;

/** Certain enough to take a text that was pasted nowhere in particular for one. */
export function looksLikeWolframServer(text: string): boolean {
  const head = text.slice(0, start);
  if (/\bCreateMCPServer\s*\[|"(?:MCPPrompts|PromptData)"\s*(?:->|:>|→)/i.test(head)) return true;
  const named = head.search(/<\|[^|]*"Name"\s*(?:->|→)/i);
  return named >= 0 && /"Content"\s*(?:->|:>|→)/i.test(head.slice(named));
}

/** Enough to try to read it as one. */
export function looksLikeWolfram(text: string): boolean {
  if (looksLikeWolframServer(text)) return true;
  const head = text.slice(0, start);
  const open = head.indexOf('<|');
  return (open >= 0 && /->|:>|→/.test(head.slice(open))) || head.includes('\\[LeftAssociation]');
}
