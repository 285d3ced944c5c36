/** Calls about the workspace as a whole: its content, its folder, its media and its permissions. */
import * as z from 'zod';
import { findResult } from '../shapes/find.ts';
import { mediaAdded, mediaContent, mediaFile, mediaUpload } from '../shapes/media.ts';
import { trustAllow, trustRevoke, trustView } from '../shapes/trust.ts';
import { galleryPrompt, workspaceView } from '../shapes/workspace.ts';
import { call, nothing } from './call.ts';

export const workspaceCalls = {
  'workspace.get': call(nothing, workspaceView),
  /** Searches all texts of the workspace, ignoring case. */
  'workspace.find': call(
    z.object({ query: z.string().max(1000, 'A search has at most 1,000 characters: shorten it.') }),
    findResult,
  ),
  /** The other workspaces that were open, the newest first. */
  'workspaces.list': call(
    nothing,
    z.object({ recentWorkspaces: z.array(z.string()), isStartClosed: z.boolean(), hasFolderDialog: z.boolean() }),
  ),
  /** Opens another workspace: `link` is its window; without it, this window loads it. A new one is an empty folder. */
  'workspaces.open': call(
    z.object({ dir: z.string(), isNew: z.boolean() }),
    z.object({ link: z.exactOptional(z.string()) }),
  ),
  /** Adds the samples to the workspace, and trusts them if it was empty. Existing files stay. */
  'workspaces.addSamples': call(nothing, nothing),
  /** "Get started" does not open by itself again, in any workspace. */
  'workspaces.closeStart': call(nothing, nothing),
  /** The starting points for new prompts, by title. */
  'gallery.list': call(nothing, z.array(galleryPrompt)),
  'media.list': call(nothing, z.array(mediaFile)),
  'media.read': call(mediaAdded, mediaContent),
  /** Copies a file into the folder under its name, or the next free one. Reuses a file with the same bytes. */
  'media.add': call(mediaUpload, mediaAdded),
  /** The asks of this workspace, and which of them are allowed. */
  'trust.get': call(nothing, trustView),
  /** Allows single asks and, if `workspace` is set, trusts the workspace. @returns the new view */
  'trust.allow': call(trustAllow, trustView),
  'trust.revoke': call(trustRevoke, trustView),
  /** Folders whose path starts with the prefix. For a source, paths are as in its file: from the workspace, `~` or absolute. */
  'folders.suggest': call(
    z.object({ prefix: z.string(), for: z.exactOptional(z.literal('source')) }),
    z.array(z.string()),
  ),
  /** Checks a path outside the workspace that a person typed for a source. Without a message, the path exists or is inside. */
  'folders.check': call(z.object({ path: z.string() }), z.object({ message: z.exactOptional(z.string()) })),
  /** Allows a path that a person typed or chose for a source, if it is outside the workspace. @returns the view after it */
  'folders.permit': call(z.object({ path: z.string() }), trustView),
  /**
   * Opens the system's dialog for a folder, at `from`; without a folder, the person cancelled.
   * @throws `unavailable` in a host without such a dialog (`workspaces.list`)
   */
  'folders.choose': call(
    z.object({ from: z.exactOptional(z.string()), for: z.exactOptional(z.literal('source')) }),
    z.object({ folder: z.exactOptional(z.string()) }),
  ),
} as const;
