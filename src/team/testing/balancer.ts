/** A plain balancer: each request goes to the next replica, whoever sends it. */
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Balancer {
  url(server: string): URL;
  /** The ports of the replicas; a test changes them. */
  readonly ports: number[];
}

export async function startBalancer(...ports: number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const balancer = createServer((incoming, response) => {
    turn += 1;
    const port = ports[turn % ports.length];
    const { method, url: path, headers } = incoming;
    const outgoing = httpRequest({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    agent.destroy();
    balancer.closeAllConnections();
    await new Promise((resolve) => balancer.close(resolve));
  });
  const { port } = balancer.address() as AddressInfo;
  return { ports, url: (server) => new URL(`http://127.0.0.1:${port}/mcp/${server}`) };
}
