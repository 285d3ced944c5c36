import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, type Locator, type Page } from '@playwright/test';
import { cliFile, type World } from '../support/world.ts';

/** The traffic log and the running clients, as a person sees them. */
export class TrafficPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly table: Locator;
  readonly message: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Traffic' });
    this.table = this.panel.getByRole('grid', { name: 'Messages' });
    this.message = this.panel.getByRole('region', { name: 'Selected message' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('button', { name: 'Traffic' }).click();
    await this.panel.waitFor();
  }

  /** The messages in sight that have all of these texts in their line. */
  rows(...texts: (string | RegExp)[]): Locator {
    return texts.reduce<Locator>(
      (rows, hasText) => rows.filter({ hasText }),
      this.table.getByRole('row').filter({ hasNot: this.page.getByRole('columnheader') }),
    );
  }

  async choose(...texts: (string | RegExp)[]): Promise<void> {
    await this.rows(...texts)
      .last()
      .click();
    await this.message.getByRole('heading', { level: 3 }).waitFor();
  }

  get search(): Locator {
    return this.panel.getByRole('searchbox', { name: 'Search traffic' });
  }

  async filter(criterion: 'Client' | 'Server', name: string): Promise<void> {
    await this.panel.getByRole('button', { name: criterion }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  async pressAction(
    name: 'Send again' | 'Edit' | 'Save as a sample' | 'Keep as a test' | 'Open prompt',
  ): Promise<void> {
    await this.message.getByRole('button', { name, exact: true }).click();
  }

  async clear(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Clear' }).click();
    await expect(this.panel).toContainText('No traffic yet');
  }

  answer(): Locator {
    return this.message.getByRole('region', { name: 'Response as JSON' });
  }

  /** The line of a client on the page of its server. */
  client(name: string): Locator {
    return this.page.getByRole('list', { name: 'Clients running now' }).getByRole('listitem').filter({ hasText: name });
  }
}

/**
 * A client application that starts the server by itself.
 * @param answer the content of each form that it shows; without it, the client shows none
 * @param application the client application that the server is adapted to
 */
export async function startStdioClient(
  world: World,
  name: string,
  server = 'Samples',
  answer?: Readonly<Record<string, string | boolean>>,
  application?: string,
): Promise<Client> {
  const client = new Client(
    { name, version: '1.0.0' },
    answer ? { capabilities: { elicitation: { form: {} } } } : undefined,
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { ...answer } }));
  const adaptOptions = application === undefined ? [] : ['--for', application];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'serve', server, ...adaptOptions, '--workspace', world.workspace],
      env: { PROMPT_WORKBENCH_STATE: world.state },
    }),
  );
  return client;
}

/** The address of the open server, from the status line. */
export async function addressOf(page: Page): Promise<string> {
  const address = page.getByRole('contentinfo').getByText(/http:\/\/127\.0\.0\.1/);
  return (await address.textContent()) ?? '';
}

/** A client application that connects to the server's address. */
export async function startHttpClient(world: World, name: string, address: string): Promise<Client> {
  const token = (await readFile(join(world.state, 'token'), 'utf8')).trim();
  const client = new Client({ name, version: '2.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}
