/** Calls about team servers that the person has added. */
import * as z from 'zod';
import { teamAddition, teamId, teamPage, teamServer, teamUsage, teamUsageQuestion } from '../shapes/team.ts';
import { call, nothing } from './call.ts';

const place = z.object({ id: teamId });

export const teamCalls = {
  /** Contacts nothing. */
  'team.list': call(nothing, z.array(teamServer)),
  /** Asks the address whether it is a team server. @throws `unavailable`, `invalid-input`, `conflict` */
  'team.add': call(teamAddition, teamServer),
  /** What a team server serves. @throws `refused` without a login */
  'team.read': call(place, teamPage),
  /** Prepares a login, and returns the address of the page where the person logs in. The event `team.changed` follows. */
  'team.logIn': call(place, z.object({ url: z.string() })),
  'team.cancelLogIn': call(place, nothing),
  /** Deletes the login and revokes it at the issuer. If that fails, `message` says so. */
  'team.logOut': call(place, z.object({ message: z.exactOptional(z.string()) })),
  'team.usage': call(teamUsageQuestion, teamUsage),
  /** Removes a team server, and the login to it. */
  'team.remove': call(place, nothing),
} as const;
