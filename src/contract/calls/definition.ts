/** Calls that read and change one definition, and its history. */
import * as z from 'zod';
import { location } from '../shapes/common.ts';
import {
  conversion,
  definitionUse,
  definitionView,
  editResult,
  sentEdit,
  typedResult,
  writeResult,
} from '../shapes/definition.ts';
import {
  historyKeep,
  historyKept,
  historyList,
  historyNext,
  historyPlace,
  historyRead,
  historyStep,
  stepResult,
} from '../shapes/history.ts';
import { editQuestion } from '../shapes/preview.ts';
import { call, nothing } from './call.ts';

export const definitionCalls = {
  'definition.open': call(location, definitionView),
  /** The servers that list a definition, and the client applications that they are set up in; for a server, its own. */
  'definition.uses': call(location, z.array(definitionUse)),
  /**
   * Paths in the edits, and in a conflict, count from the definition's `at`. With a question, the answer has what
   * `prompt.preview` answers after the save: one exchange for each key instead of two.
   */
  'definition.edit': call(
    location.extend({ edits: z.array(sentEdit), preview: z.exactOptional(editQuestion) }),
    typedResult,
  ),
  /** Replaces a whole file; `baseVersion` is the version that the text is based on. */
  'file.write': call(z.object({ file: z.string(), baseVersion: z.string(), text: z.string() }), writeResult),
  /** Converts a file to UTF-8; a copy of its former bytes stays beside it. */
  'file.convert': call(z.object({ file: z.string(), version: z.string() }), conversion),
  /** The versions of the definition at a location, newest first. */
  'history.list': call(location, historyList),
  'history.read': call(historyPlace, historyRead),
  /** The next undo and redo. There is one order of steps for the workspace. */
  'history.next': call(nothing, historyNext),
  /** Undoes or redoes the next step, whatever the window shows. */
  'history.step': call(historyStep, stepResult),
  /** Restores a version as a new change, which can be undone. */
  'history.restore': call(historyPlace, editResult),
  /** Keeps unsaved edits that conflict with the disk as a version. On return they survive a crash. */
  'history.keep': call(historyKeep, historyKept),
} as const;
