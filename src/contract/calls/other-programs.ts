/** Calls that read the servers and prompts of other programs, and the Wolfram Language. */
import * as z from 'zod';
import { changeSet } from '../shapes/arrange.ts';
import {
  importChoice,
  importPlan,
  importRead,
  importSource,
  wolframQuestion,
  wolframState,
  wolframText,
} from '../shapes/import.ts';
import {
  inspectAnswer,
  inspectConfigured,
  inspected,
  inspectFollow,
  inspectListed,
  inspectLists,
  inspectLog,
  inspectOpen,
  inspectPlace,
  inspectPlan,
  inspectRequest,
  inspectTarget,
} from '../shapes/inspect.ts';
import { call, nothing } from './call.ts';

export const otherProgramCalls = {
  /** Reads prompts of other programs, or of an MCP server. Writes nothing. */
  'import.read': call(importSource, importRead),
  /** Stops a reading and the program that was started for it. */
  'import.stop': call(nothing, nothing),
  'import.plan': call(importChoice, importPlan),
  /** Writes the chosen items as one change. */
  'import.apply': call(importChoice, changeSet),
  /** The servers in the configurations of client applications, with those of a project. Starts and contacts nothing. */
  'inspect.configured': call(z.object({ project: z.exactOptional(z.string()) }), inspectConfigured),
  /** What opening a target would start or contact. */
  'inspect.plan': call(inspectTarget, inspectPlan),
  /** Starts or contacts exactly what the plan with this digest shows. Ends an earlier connection with the same id. */
  'inspect.open': call(inspectOpen, inspected),
  /** The connections of this workbench, also the ones that ended by themselves. */
  'inspect.connections': call(nothing, z.array(inspected)),
  /** One list of a server, all pages. */
  'inspect.list': call(inspectPlace.extend({ list: inspectLists }), inspectListed),
  'inspect.request': call(inspectRequest, inspectAnswer),
  /** Asks the server to announce changes of a resource, or to stop announcing them. */
  'inspect.follow': call(inspectFollow, nothing),
  'inspect.cancel': call(z.object({ request: z.string() }), nothing),
  'inspect.log': call(inspectPlace.extend({ after: z.number() }), inspectLog),
  /** Ends a connection, or stops opening it. */
  'inspect.close': call(inspectPlace, nothing),
  'wolfram.export': call(wolframQuestion, wolframText),
  /** Whether this computer can run Wolfram Language. The permission is an ask (`trust.get`). */
  'wolfram.state': call(nothing, wolframState),
} as const;
