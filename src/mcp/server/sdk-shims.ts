/**
 * Replaces `@modelcontextprotocol/server/_shims` in the bundle (tools/build.mjs). The SDK's own module loads a JSON Schema
 * compiler of 150 kB for elicitation, which this server does not use.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server does not validate JSON Schemas.');
  }
}
