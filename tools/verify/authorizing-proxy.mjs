/**
 * The conformance suite cannot send a bearer token. This proxy adds the Authorization header and nothing else: method,
 * path, body and all other headers arrive as the suite sent them, `Host` and `Origin` included, so that the product
 * itself has to refuse the foreign ones.
 */
import { createServer, request } from 'node:http';

/**
 * @param {{ url: URL, token: string }} target
 * @returns {Promise<{ url: URL, close(): void }>}
 */
export function startAuthorizingProxy({ url, token }) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const forwardedRequest = request(
      { host: url.hostname, port: url.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwardedRequest.on('error', () => outgoing.destroy());
    // The product must notice that a subscriber has disconnected.
    outgoing.on('close', () => forwardedRequest.destroy());
    incoming.pipe(forwardedRequest);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = new URL(url);
      address.port = String(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
      resolve({
        url: address,
        close() {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
