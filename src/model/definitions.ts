/**
 * The definitions of a workspace after reading and normalisation: immutable plain JSON data, the same in the core, in
 * the renderer and in the catalogue cache. Keys here are the lower-case ones of MCP; files use `Name`, `Description`, …
 * (docs/specification.md, "Prompt Definition Format").
 */

export type * from './definitions/arguments.ts';
export type * from './definitions/content.ts';
export type * from './definitions/prompts.ts';
export type * from './definitions/servers.ts';
export type * from './definitions/sources.ts';
export type * from './definitions/tests.ts';
export type * from './definitions/tools.ts';

/** The kinds of definition files. */
export type DefinitionKind = 'server' | 'prompt' | 'tool' | 'source' | 'skill';
