/** `robots.txt` (RFC 9309): what a site lets this program fetch. */
import robotsParser from 'robots-parser';

/** The name by which `robots.txt` refers to this program (RFC 9309, 2.2.1). */
export const productToken = 'prompt-workbench';

/** Longer files are cut (RFC 9309, 2.5). */
const maxBytes = 500 * 1024;
/** A longer `Crawl-delay` counts as this. Seconds. */
const maxDelaySeconds = 60;

export interface Robots {
  isAllowed(url: URL): boolean;
  /** 0 without `Crawl-delay`. */
  readonly delaySeconds: number;
}

export const allowsAll: Robots = { isAllowed: () => true, delaySeconds: 0 };

/** @param address that of `robots.txt` */
export function readRobots(bytes: Uint8Array, address: URL): Robots {
  const text = new TextDecoder().decode(bytes.subarray(0, maxBytes));
  const robots = robotsParser(address.href, text);
  const delay = Number(robots.getCrawlDelay(productToken) ?? 0);
  return {
    isAllowed: (url) => robots.isAllowed(url.href, productToken) !== false,
    delaySeconds: Number.isFinite(delay) ? Math.min(Math.max(delay, 0), maxDelaySeconds) : 0,
  };
}
