/** Writes results as JUnit XML, which CI systems show: a suite for each prompt or tool, a case for each test. */
import type { Failure, TestResult } from '../results.ts';

/** @param milliseconds of the whole run */
export function junitReport(results: readonly TestResult[], milliseconds: number): string {
  const suites = new Map<string, TestResult[]>();
  for (const result of results) {
    const name = `${result.server}.${result.name}`;
    suites.set(name, [...(suites.get(name) ?? []), result]);
  }
  const counts = `tests="${results.length}" failures="${countFailed(results)}" errors="0" time="${seconds(milliseconds)}"`;
  const body = [...suites].map(([name, ownResults]) => suite(name, ownResults)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Prompt Workbench" ${counts}>\n${body}</testsuites>\n`;
}

function suite(name: string, results: readonly TestResult[]): string {
  const time = seconds(results.reduce((sum, result) => sum + result.milliseconds, 0));
  const counts = `tests="${results.length}" failures="${countFailed(results)}" errors="0" skipped="0" time="${time}"`;
  return `  <testsuite name=${quoteXml(name)} ${counts}>\n${results.map(testCase).join('')}  </testsuite>\n`;
}

function testCase({ server, name, test, file, failures, milliseconds }: TestResult): string {
  const place = file === undefined ? '' : ` file=${quoteXml(file)}`;
  const head = `    <testcase classname=${quoteXml(`${server}.${name}`)} name=${quoteXml(test)}${place} time="${seconds(milliseconds)}"`;
  if (failures.length === 0) return `${head}/>\n`;
  return `${head}>\n${failures.map(failure).join('')}    </testcase>\n`;
}

function failure({ expectation, client, message, detail }: Failure): string {
  const type = client === undefined ? expectation : `${expectation} as ${client}`;
  const text = detail === undefined ? message : `${message}\n${detail}`;
  return `      <failure type=${quoteXml(type)} message=${quoteXml(message)}>${escapeXml(text)}</failure>\n`;
}

function countFailed(results: readonly TestResult[]): number {
  return results.filter(({ failures }) => failures.length > 0).length;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function quoteXml(text: string): string {
  return `"${escapeXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
}

/** XML 1.0 has no other control characters, and no halves of a surrogate pair. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML cannot hold
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
