/** Reads a table of samples: CSV with the names of the arguments in its first line, or JSON Lines with an object a line. */
import { parse } from 'csv-parse/sync';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { sampleLimits } from '../limits.ts';

export interface SampleRow {
  /** Counts from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

export interface TableFault {
  /** Absent for the whole file. */
  readonly line?: number;
  /** The end of a sentence that names the file: what is wrong and what to do. */
  readonly message: string;
}

export interface SampleTable {
  /** In the order of their first appearance. */
  readonly columns: readonly string[];
  /** Those that can be read. */
  readonly rows: readonly SampleRow[];
  readonly faults: readonly TableFault[];
}

const noRows: SampleTable = { columns: [], rows: [], faults: [] };

/** @param file its extension decides the form */
export function readSampleTable(file: string, text: string): SampleTable {
  const table = /\.(?:jsonl|ndjson)$/i.test(file) ? readJsonLines(text) : readCsv(text);
  const { rows, faults } = table;
  if (rows.length > sampleLimits.rows)
    return {
      ...table,
      rows: rows.slice(0, sampleLimits.rows),
      faults: [
        ...faults,
        { message: `has more than ${sampleLimits.rows} rows, of which the first are used: split it.` },
      ],
    };
  if (rows.length > 0 || faults.length > 0) return table;
  return { ...table, faults: [{ message: 'has no rows: add one for each sample.' }] };
}

interface CsvRecord {
  readonly record: readonly string[];
  /** `lines`: the number of the record's last line. */
  readonly info: { readonly lines: number };
}

function readCsv(text: string): SampleTable {
  if (text.trim() === '')
    return { ...noRows, faults: [{ message: 'is empty: name the arguments in its first line.' }] };
  const faults: TableFault[] = [];
  const [head, ...records] = parse(text, {
    bom: true,
    info: true,
    delimiter: delimiterOf(text),
    // A quote inside an unquoted value is an ordinary character, as in spreadsheets.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // The header, and one row over the limit, which shows that there are more.
    to: sampleLimits.rows + 2,
    on_skip: (error) => {
      if (error) faults.push({ line: Number(error.lines), message: faultOf(error.code) });
      return undefined;
    },
  }) as unknown as readonly CsvRecord[];
  if (!head) return { ...noRows, faults };
  const columns = head.record.map((name) => name.trim());
  const lastIndexes = new Map(columns.map((name, index) => [name, index]));
  const duplicate = columns.find((name, index) => lastIndexes.get(name) !== index);
  if (columns.includes('')) faults.push({ line: 1, message: 'a column has no name: name its argument.' });
  if (duplicate !== undefined && duplicate !== '')
    faults.push({ line: 1, message: `two columns are called ${JSON.stringify(duplicate)}: rename one of them.` });
  if (faults.some(({ line }) => line === 1)) return { ...noRows, faults };
  const rows = records.map(({ record, info }) => ({
    line: info.lines - record.join('').split(/\r\n|\n|\r/).length + 1,
    // An empty cell gives no value.
    values: Object.fromEntries(columns.flatMap((name, index) => (record[index] ? [[name, record[index]]] : []))),
  }));
  return { columns, rows, faults };
}

/** The character that separates most names of the first line: spreadsheets write `;` where the decimal separator is a comma. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const [first] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length);
  return first ?? ',';
}

function faultOf(code: string): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quote is not closed: add ", and write a quote inside a value twice.'
    : 'has a different number of values than the first line has names: put a value with a comma in quotes.';
}

function readJsonLines(text: string): SampleTable {
  const columns = new Set<string>();
  const rows: SampleRow[] = [];
  const faults: TableFault[] = [];
  for (const [index, spelling] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (spelling.trim() === '') continue;
    if (rows.length > sampleLimits.rows) break;
    const line = index + 1;
    const data = parseJson(spelling);
    if (!isJsonObject(data)) {
      faults.push({ line, message: 'is not a JSON object: write {"argument": "value"}.' });
      continue;
    }
    const values: [string, string][] = [];
    for (const [name, value] of Object.entries(data)) {
      columns.add(name);
      const valueText = textOf(value);
      if (valueText !== undefined) values.push([name, valueText]);
      else if (value !== null) faults.push({ line, message: `${JSON.stringify(name)} must be text or a number.` });
    }
    rows.push({ line, values: Object.fromEntries(values) });
  }
  return { columns: [...columns], rows, faults };
}

/** Several choices are one text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  const texts = Array.isArray(value)
    ? value.map((item) => (Array.isArray(item) ? undefined : textOf(item)))
    : [undefined];
  return texts.includes(undefined) ? undefined : texts.join(', ');
}
