/**
 * Stands in for `@modelcontextprotocol/server/_shims` in the bundle. The SDK's own brings a JSON Schema compiler of
 * 150 kB for elicitation, which this server never does, and a start would have to load it.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server does not validate JSON Schemas.');
  }
}
