/** Calls that pack a server for other people, and compare its surfaces. */
import * as z from 'zod';
import { comparedSample, packageArchive, packagePlan, packageTarget, publishedPackage } from '../shapes/share.ts';
import { call, nothing } from './call.ts';

const serverName = z.object({ server: z.string() });

export const shareCalls = {
  /** What a package of a server contains and will need. Writes nothing. */
  'pack.plan': call(packageTarget, packagePlan),
  /** The package as one file, to save. */
  'pack.archive': call(packageTarget, packageArchive),
  /** Writes the plugin into the git repository of the workspace, and lists it in the repository's marketplace. */
  'pack.publish': call(serverName, publishedPackage),
  /** Undoes the last `pack.publish` of the server: restores what was there before. */
  'pack.unpublish': call(serverName, nothing),
  /** Reads each prompt on its samples through every surface. Starts the packed server in a temporary folder. */
  'surfaces.compare': call(serverName, z.array(comparedSample)),
} as const;
