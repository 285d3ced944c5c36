/**
 * Redirects `console` to stderr, because `serve` uses stdout for the protocol. Import it first. Commands print their
 * results with `process.stdout`.
 */
import { Console } from 'node:console';

let onStderr: Console | undefined;

// Created at its first use, because opening stderr costs milliseconds that most starts of `serve` never need.
Object.defineProperty(globalThis, 'console', {
  configurable: true,
  get: () => {
    onStderr ??= new Console(process.stderr, process.stderr);
    return onStderr;
  },
});
