/**
 * The features of each protocol revision, from the official schemas (`schema/<revision>/schema.ts` of the specification).
 * The server never sends a client a field that its revision's schema does not have.
 */
import { REVISIONS, type Revision } from '../../model/revisions.ts';

export { REVISIONS, type Revision };

/** The stateless revision: no handshake, an envelope with every request. */
export const MODERN_REVISION = '2026-07-28';

/** The last revision with batches of messages. */
export const LAST_WITH_BATCHES = '2025-03-26';

/** The first revision whose schema has each feature. */
const since = {
  /** `AudioContent`. */
  audio: '2025-03-26',
  /** `ServerCapabilities.completions`; the request itself is older. */
  completionsCapability: '2025-03-26',
  /** `Tool.annotations`. */
  toolAnnotations: '2025-03-26',
  /** `Tool.outputSchema` and `CallToolResult.structuredContent`. */
  structuredContent: '2025-06-18',
  /** `BaseMetadata.title`, on prompts, arguments, links and the server itself. */
  title: '2025-06-18',
  /** `ResourceLink` as a content block. */
  resourceLink: '2025-06-18',
  /** `_meta` of prompts, tools, blocks and resources; results have it in every revision. */
  itemMeta: '2025-06-18',
  /** `Annotations.lastModified`. */
  lastModified: '2025-06-18',
  /** `elicitation/create`; the stateless revision has it in the answer to a request. */
  forms: '2025-06-18',
  /** `EnumSchema` with titles and several values, and defaults of every type. */
  richForms: '2025-11-25',
  /** `MissingRequiredClientCapabilityError`. */
  missingCapability: '2026-07-28',
  /** `Icons`, and `Implementation.websiteUrl`. */
  icons: '2025-11-25',
} as const satisfies Record<string, Revision>;

export type Features = { readonly [K in keyof typeof since]: boolean };

const table = new Map<string, Features>(
  REVISIONS.map((revision) => [
    revision,
    {
      audio: revision >= since.audio,
      completionsCapability: revision >= since.completionsCapability,
      toolAnnotations: revision >= since.toolAnnotations,
      structuredContent: revision >= since.structuredContent,
      title: revision >= since.title,
      resourceLink: revision >= since.resourceLink,
      itemMeta: revision >= since.itemMeta,
      lastModified: revision >= since.lastModified,
      forms: revision >= since.forms,
      richForms: revision >= since.richForms,
      missingCapability: revision >= since.missingCapability,
      icons: revision >= since.icons,
    },
  ]),
);

const newestFeatures = table.get(MODERN_REVISION) as Features;

/** The features of a revision; of the newest one before negotiation. */
export function featuresOf(revision: string | undefined): Features {
  return (revision !== undefined && table.get(revision)) || newestFeatures;
}
