/** The files of `deploy/`, as far as they can be checked without a container engine or a cluster. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { addServingCommands } from '../../src/cli/commands/serving/serving-commands.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const program = new Command();
addServingCommands(program);
const knownOptions = new Set(
  program.commands.find((command) => command.name() === 'team')?.options.map(({ long }) => long),
);
const templates = readdirSync(join(root, 'deploy/helm/templates'));

/** Fills a template with any values, and leaves out the lines that only control it. */
function fillTemplate(template: string): string {
  return template
    .split('\n')
    .filter((line) => !/^\s*\{\{-? ?(if|end|range|toYaml)/.test(line))
    .join('\n')
    .replaceAll(/\{\{[^}]+\| quote \}\}/g, '"value"')
    .replaceAll(/\{\{[^}]+\}\}/g, '3');
}

test('compose starts three replicas that share a database, and stops them after their streams', () => {
  const { services } = parse(read('compose.yaml'));
  expect(services.team.deploy.replicas).toBe(3);
  expect(services.team.environment.PROMPT_WORKBENCH_DATABASE).toMatch(/^postgres:\/\/team:.*@postgres\/team$/);
  expect(services.team.tmpfs).toContain('/tmp');
  expect(Object.keys(services)).toEqual(['team', 'nginx', 'postgres']);
});

test('the templates of the chart are Kubernetes objects, with probes of the addresses that the server answers', () => {
  const objects = templates.flatMap((file) =>
    parseAllDocuments(fillTemplate(read(`helm/templates/${file}`))).map((document) => {
      expect(document.errors, file).toEqual([]);
      return document.toJS();
    }),
  );
  expect(objects.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service']);
  const [container] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(container.startupProbe.httpGet.path).toBe('/healthz');
});

test('every value that a template uses has a default, and every option exists', () => {
  const values = parse(read('helm/values.yaml'));
  for (const file of templates) {
    const text = read(`helm/templates/${file}`);
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split('.').reduce((parent, name) => parent?.[name], values);
      expect(value, path).toBeDefined();
    }
  }
  const texts = ['compose.yaml', 'Containerfile', 'helm/templates/deployment.yaml'].map(read).join('\n');
  const options = [...texts.matchAll(/(?:^ +- |")(--[a-z-]+)/gm)].map(([, name]) => name);
  expect(options.length).toBeGreaterThan(5);
  for (const option of options) expect(knownOptions, option).toContain(option);
});
