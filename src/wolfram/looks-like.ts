/** Whether a text is Wolfram Language that defines prompts or servers, told by a look. */

const start = 100_000;

/** Certain enough to take a text that was pasted nowhere in particular for one. */
export function looksLikeWolframServer(text: string): boolean {
  return /\bCreateMCPServer\s*\[|"(?:MCPPrompts|PromptData)"\s*(?:->|:>|→)|<\|[^|]*"Name"\s*(?:->|→)[\s\S]*"Content"\s*(?:->|:>|→)/i.test(
    text.slice(0, start),
  );
}

/** Enough to try to read it as one. */
export function looksLikeWolfram(text: string): boolean {
  return looksLikeWolframServer(text) || /<\|[\s\S]*(?:->|:>|→)|\\\[LeftAssociation\]/.test(text.slice(0, start));
}
