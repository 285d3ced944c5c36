/** Checks webhooks of the hosts of repositories. They report that something was pushed; the server then fetches. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Largest body of a webhook, in bytes: pushes of many commits are large. */
export const maxWebhookBytes = 5 * 1024 * 1024;

export type Delivery = 'push' | 'ignored' | 'unsigned' | 'forged';

/**
 * Judges a delivery by its headers: GitHub, Gitea and Forgejo sign the body, GitLab sends the secret itself.
 * @param body its bytes, as they came
 */
export function judgeDelivery(headers: IncomingHttpHeaders, body: Buffer, secret: string): Delivery {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const token = text('x-gitlab-token');
  const signature =
    text('x-hub-signature-256')?.replace(/^sha256=/, '') ?? text('x-gitea-signature') ?? text('x-forgejo-signature');
  if (token === undefined && signature === undefined) return 'unsigned';
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  const isGenuine = signature === undefined ? isEqual(token ?? '', secret) : isEqual(signature, expected);
  if (!isGenuine) return 'forged';
  const event = text('x-gitlab-event') ?? text('x-github-event') ?? text('x-gitea-event') ?? text('x-forgejo-event');
  return /^(push|create|delete|tag push hook|push hook|tag_push)$/i.test(event ?? '') ? 'push' : 'ignored';
}

function isEqual(receivedText: string, expected: string): boolean {
  // Digests have equal length, so the comparison reveals nothing about the length of the secret.
  const [receivedDigest, expectedDigest] = [receivedText, expected].map((text) =>
    createHmac('sha256', 'compare').update(text).digest(),
  );
  return (
    receivedDigest !== undefined && expectedDigest !== undefined && timingSafeEqual(receivedDigest, expectedDigest)
  );
}
