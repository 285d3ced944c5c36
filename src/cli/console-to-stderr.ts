/**
 * Imported before anything else: on stdio, stdout belongs to the protocol, so whatever a library prints goes to stderr.
 * What the product itself says on stdout, it writes to `process.stdout`.
 */
import { Console } from 'node:console';

let onStderr: Console | undefined;

// Made at its first use: making one opens stderr, which costs milliseconds that most starts of `serve` never need.
Object.defineProperty(globalThis, 'console', {
  configurable: true,
  get: () => {
    onStderr ??= new Console(process.stderr, process.stderr);
    return onStderr;
  },
});
