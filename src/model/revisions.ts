/** The supported protocol revisions, oldest first. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The revision that a client negotiates by default: the newest one with a handshake. */
export const USUAL_REVISION: Revision = '2025-11-25';
