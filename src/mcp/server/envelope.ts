import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { isSameData } from '../../base/json.ts';

/** The keys of a request's `_meta` that are its envelope (MCP 2026-07-28). */
const envelopeKeys = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
] as const;

type Meta = Readonly<Record<string, unknown>>;

/**
 * Remembers the last envelope that passed the SDK's check. A client sends the same one with each request, and comparing
 * takes a small part of the time of the check.
 */
export class CheckedEnvelope {
  #validEnvelope: Meta | undefined;

  /** @param check the SDK's check, called for an envelope that differs from the last valid one */
  isValid(meta: Meta | undefined, check: () => boolean): boolean {
    if (meta && this.#validEnvelope && haveSameEnvelope(meta, this.#validEnvelope)) return true;
    if (!check()) return false;
    this.#validEnvelope = meta;
    return true;
  }
}

function haveSameEnvelope(left: Meta, right: Meta): boolean {
  try {
    for (const key of envelopeKeys) if (!isSameData(left[key], right[key])) return false;
    return true;
  } catch {
    // It is nested too deeply to be compared.
    return false;
  }
}
