/** Reads OpenAPI descriptions and JSON Schemas: operations, and types with their properties. */
import { WorkbenchError } from '../../../base/errors.ts';
import { parseYamlText } from '../../../yaml/parse.ts';
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

type Data = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const maxDepth = 12;
const maxBlocks = 50_000;

/** Its title is `info.title` or `title`, else the file name. @throws WorkbenchError for anything else */
export function readSchema(text: string, location: string): Page {
  const data = parseData(text);
  const reader = new SchemaReader(data);
  const info = recordOf(data.info);
  if (data.paths !== undefined || data.openapi !== undefined || data.swagger !== undefined) reader.api(info);
  else if (
    data.properties !== undefined ||
    data.$defs !== undefined ||
    data.definitions !== undefined ||
    data.$schema !== undefined
  )
    reader.schema();
  else
    throw new WorkbenchError(
      'failed',
      'It is neither an OpenAPI description nor a JSON Schema: exclude it with Exclude.',
    );
  const title = textOf(info.title) ?? textOf(data.title) ?? titleFromLocation(location);
  return { title, location, blocks: reader.blocks };
}

function parseData(text: string): Data {
  try {
    return recordOf(/^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text));
  } catch {
    throw new WorkbenchError('failed', 'It is not valid JSON or YAML: correct it, or exclude it with Exclude.');
  }
}

/** Deeper than any description; deeper values would overflow the stack, which can end the process. */
const maxYamlDepth = 200;

/** @throws Error for anything but one document */
function parseYaml(text: string): unknown {
  const parsedYaml = parseYamlText(text, { maxDepth: maxYamlDepth });
  if ('tooDeepAt' in parsedYaml) throw new Error('Too deep');
  const [document, ...otherDocuments] = parsedYaml.documents;
  if (!document || document.errors.length > 0 || otherDocuments.length > 0) throw new Error('Not one document');
  return document.toJS({ maxAliasCount: 100 });
}

class SchemaReader {
  readonly blocks: PlacedBlock[] = [];
  readonly #data: Data;

  constructor(data: Data) {
    this.#data = data;
  }

  api(info: Data): void {
    const data = this.#data;
    this.#text(info.description);
    for (const [path, value] of Object.entries(recordOf(data.paths))) {
      const item = this.#resolved(value);
      for (const method of methods)
        if (item[method] !== undefined)
          this.#operation(`${method.toUpperCase()} ${path}`, recordOf(item[method]), listOf(item.parameters));
    }
    this.#types(recordOf(recordOf(data.components).schemas));
    this.#types(recordOf(data.definitions));
  }

  schema(): void {
    const data = this.#data;
    this.#text(data.description);
    this.#properties(data);
    this.#types(recordOf(data.$defs));
    this.#types(recordOf(data.definitions));
  }

  /** @param shared the parameters of all operations of the path */
  #operation(name: string, operation: Data, shared: readonly unknown[]): void {
    const summary = textOf(operation.summary);
    this.#heading(2, summary === undefined ? name : `${name}: ${summary}`);
    this.#text(operation.operationId === undefined ? undefined : `\`${String(operation.operationId)}\``);
    this.#text(operation.description);
    const parameters = [...shared, ...listOf(operation.parameters)].map((value) => {
      const { name: parameter, in: place, description, schema } = this.#resolved(value);
      return this.#line(
        textOf(parameter) ?? refName(recordOf(value)),
        { ...recordOf(schema), description },
        textOf(place),
      );
    });
    this.#text(parameters.join('\n'));
    for (const media of Object.values(recordOf(this.#resolved(operation.requestBody).content)))
      this.#properties(recordOf(recordOf(media).schema));
    const responses = Object.entries(recordOf(operation.responses)).map(
      ([status, response]) => `- ${status}: ${textOf(this.#resolved(response).description) ?? ''}`,
    );
    this.#text(responses.join('\n'));
  }

  /** What a reference to another place of the description names; anything else stays as it is. */
  #resolved(value: unknown): Data {
    const { $ref: ref } = recordOf(value);
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return recordOf(value);
    const names = ref.slice(2).split('/');
    const target = names.reduce<unknown>(
      (data, name) => recordOf(data)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.#data,
    );
    return recordOf(target);
  }

  #types(types: Data): void {
    for (const [name, type] of Object.entries(types)) {
      this.#heading(2, name);
      this.#text(recordOf(type).description);
      this.#properties(recordOf(type));
    }
  }

  /** One line for each property, with those inside it. */
  #properties(schema: Data): void {
    const lines: string[] = [];
    const collect = (type: Data, path: string, depth: number) => {
      if (depth > maxDepth || lines.length > maxBlocks) return;
      for (const [name, property] of Object.entries(recordOf(type.properties))) {
        const inner = recordOf(property);
        const propertyPath = path === '' ? name : `${path}.${name}`;
        lines.push(this.#line(propertyPath, inner, listOf(type.required).includes(name) ? 'required' : undefined));
        collect(inner, propertyPath, depth + 1);
        collect(recordOf(inner.items), `${propertyPath}[]`, depth + 1);
      }
      for (const part of [...listOf(type.allOf), ...listOf(type.oneOf), ...listOf(type.anyOf)])
        collect(recordOf(part), path, depth + 1);
    };
    collect(schema, '', 0);
    // Each property is short; together they are too long for one passage.
    for (let at = 0; at < lines.length; at += 10) this.#text(lines.slice(at, at + 10).join('\n'));
  }

  #line(name: string, schema: Data, note: string | undefined): string {
    const type = textOf(schema.type) ?? refName(schema);
    const values = listOf(schema.enum).map(String).join(', ');
    const facts = [type, note, values === '' ? undefined : `one of ${values}`].filter(
      (fact) => fact !== undefined && fact !== '',
    );
    const factList = facts.length > 0 ? ` (${facts.join('; ')})` : '';
    const description = textOf(schema.description);
    return `- \`${name}\`${factList}${description === undefined ? '' : `: ${description.replace(/\s+/g, ' ')}`}`;
  }

  #heading(level: number, text: string): void {
    if (this.blocks.length < maxBlocks) this.blocks.push({ kind: 'heading', level, text });
  }

  #text(value: unknown): void {
    const text = textOf(value);
    if (text !== undefined && this.blocks.length < maxBlocks) this.blocks.push({ kind: 'text', text });
  }
}

function refName({ $ref: ref }: Data): string {
  return typeof ref === 'string' ? (ref.split('/').at(-1) ?? '') : '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
