import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

test.describe('connecting Claude Code', () => {
  test('shows the change, writes it, proves it, and takes it back', async ({ page, world }) => {
    const file = join(world.project, '.mcp.json');
    const others = '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "true", "args": [1.0e3] }\r\n\t}\r\n}';
    await writeFile(file, others);
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    const connect = await workbench.openConnect();
    await connect.chooseFolder(world.project);
    await expect(connect.dialog).toContainText('/mcp__Samples__explain');
    await expect(connect.change).toContainText('"Samples"');
    expect(await readFile(file, 'utf8')).toBe(others);

    await connect.apply();
    await expect(connect.dialog).toContainText(/prompts\/list.*8 prompts|8 prompts/);
    const written = await readFile(file, 'utf8');
    expect(written).toContain('"other": { "command": "true", "args": [1.0e3] }');

    const entry = JSON.parse(written).mcpServers.Samples;
    const client = new Client({ name: 'as Claude Code would', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: entry.command, args: entry.args, cwd: world.project, env: { ...entry.env } }),
    );
    const { messages } = await client.getPrompt({ name: 'explain', arguments: { topic: 'queues' } });
    expect(JSON.stringify(messages)).toContain('Explain queues');
    await client.close();

    await connect.undo();
    await expect.poll(() => readFile(file, 'utf8')).toBe(others);
  });

  test('refuses a file that is not valid JSON, with line and column, and leaves it alone', async ({ page, world }) => {
    const file = join(world.project, '.mcp.json');
    const broken = '{\n  "mcpServers": {\n    // mine\n  }\n}\n';
    await writeFile(file, broken);
    const workbench = new WorkbenchPage(page);
    await workbench.open(await world.start());
    const connect = await workbench.openConnect();
    await connect.chooseFolder(world.project);
    await expect(connect.dialog).toContainText(/line 3/i);
    await expect(connect.dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
    expect(await readFile(file, 'utf8')).toBe(broken);
  });
});
