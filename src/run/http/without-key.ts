/** Removes the key from everything of a service that is shown or kept, because a service may repeat the key anywhere. */
import { RunError } from '../runner.ts';

const replacement = '•••';

export function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, replacement) : text;
}

export function errorWithoutKey(error: unknown, key: string | undefined): unknown {
  if (!(error instanceof RunError) || !key) return error;
  const { code, message, raw } = error;
  return new RunError(code, withoutKey(message, key), raw && withoutKey(raw, key));
}

/** Removes the key from an answer that arrives in pieces: text that may be the beginning of the key waits for the next piece. */
export function streamWithoutKey(
  onText: (text: string) => void,
  key: string | undefined,
): { write(text: string): void; end(): void } {
  if (!key) return { write: onText, end: () => undefined };
  let pending = '';
  return {
    write(text) {
      const wholeText = withoutKey(pending + text, key);
      let length = Math.min(key.length - 1, wholeText.length);
      while (length > 0 && !key.startsWith(wholeText.slice(wholeText.length - length))) length--;
      pending = wholeText.slice(wholeText.length - length);
      onText(wholeText.slice(0, wholeText.length - length));
    },
    end() {
      const rest = pending;
      pending = '';
      onText(rest);
    },
  };
}
