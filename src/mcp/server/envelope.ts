import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';

/** The keys of a request's `_meta` that are its envelope (MCP 2026-07-28). */
const envelopeKeys = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
] as const;

/**
 * Remembers the last envelope that passed the SDK's check. A client sends the same one with each request, and comparing
 * takes a tenth of the time of the check.
 */
export class CheckedEnvelope {
  #text: string | undefined;

  /** @param check the SDK's check, called for an envelope that differs from the last valid one */
  isValid(meta: Readonly<Record<string, unknown>> | undefined, check: () => boolean): boolean {
    const text = textOf(meta);
    if (text !== undefined && text === this.#text) return true;
    if (!check()) return false;
    this.#text = text;
    return true;
  }
}

/** Undefined if it is nested too deeply to be written. */
function textOf(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  try {
    return JSON.stringify(envelopeKeys.map((key) => meta?.[key]));
  } catch {
    return undefined;
  }
}
