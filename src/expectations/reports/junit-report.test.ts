import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { TestResult } from '../results.ts';
import { junitReport } from './junit-report.ts';

const schema = readFileSync(new URL('testing/junit.xsd', import.meta.url), 'utf8');

const result = (test: string, failures: TestResult['failures']): TestResult => ({
  server: 'Docs',
  kind: 'prompt',
  name: 'a "quoted" & <odd> name',
  file: 'prompts/a.yaml',
  test,
  checked: 1,
  failures,
  written: [],
  milliseconds: 1.5,
});

test('the report is valid JUnit XML, whatever the texts of a workspace are', async () => {
  const oddText = '\u0000\u001b[31m ]]> \ud800 <failure> & "\n\t\uffff 👍';
  const xml = junitReport(
    [
      result('passes', []),
      result(oddText, [{ expectation: 'contains', client: 'codex', message: oddText, detail: oddText }]),
    ],
    12,
  );
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'results.xml', contents: xml }],
    schema: [{ fileName: 'junit.xsd', contents: schema }],
  });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
  expect(xml).toContain('tests="2" failures="1"');
  expect(xml).toContain('type="contains as codex"');
});
