/** Calls about skills: what models read, and the folders where they are installed. */
import * as z from 'zod';
import { installedSkill, skillOutcome, skillPlan, skillReader, skillTarget, skillView } from '../shapes/skills.ts';
import { call } from './call.ts';

const place = z.object({ projectDir: z.exactOptional(z.string()) });

export const skillCalls = {
  /** The skills that a server serves. */
  'skills.list': call(z.object({ server: z.string() }), z.array(skillView)),
  /** The applications that read skills from folders, detected ones first. */
  'skills.readers': call(place, z.array(skillReader)),
  /** What installing a skill would change; writes nothing. */
  'skills.plan': call(skillTarget, skillPlan),
  /** Writes a plan. `discardsChanges`: also over files that were changed after they were installed. */
  'skills.apply': call(z.object({ planId: z.string(), discardsChanges: z.exactOptional(z.boolean()) }), skillOutcome),
  /** What uninstalling a skill would change; writes nothing. */
  'skills.planRemoval': call(skillTarget.omit({ server: true }), skillPlan),
  /** Every installed skill in the folders of this person, of a project, and of the records. */
  'skills.installed': call(place, z.array(installedSkill)),
  /** Whether the open workbench keeps the folder of an installed skill in step. */
  'skills.keep': call(z.object({ folder: z.string(), isKept: z.boolean() }), z.object({})),
  'skills.undo': call(z.object({ journalId: z.string() }), z.object({ folder: z.string(), message: z.string() })),
} as const;
