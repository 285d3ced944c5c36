/** The requests for the items of an inspected server. */
import type { Input } from '../../../src/contract/contract.ts';
import { fieldsOf, jsonArguments, typedArguments } from '../../store/content/schema/schema-form.ts';
import { isObject, type JsonObject } from '../../store/definition/json.ts';
import type { Item } from '../../store/state/inspect.ts';

export interface PreparedRequest {
  readonly method: Input<'inspect.request'>['method'];
  /** The label of the button that sends it. */
  readonly label: string;
  /** Undefined while a value is invalid. */
  readonly params: JsonObject | undefined;
  /** The required values that are empty: a server answers a request without them as it likes. */
  readonly missingNames: readonly string[];
  /** The first field whose value is invalid; its message is at the field. */
  readonly faulty?: string | undefined;
}

type Texts = Readonly<Record<string, string>>;

/** @param json a tool's arguments as JSON, instead of the typed ones */
export function requestOf(
  { list, name }: Item,
  listedItem: JsonObject,
  typedTexts: Texts,
  json: string | undefined,
): PreparedRequest {
  switch (list) {
    case 'prompts': {
      const fields = argumentsOf(listedItem);
      const values = Object.fromEntries(
        fields.flatMap((field) =>
          textIn(typedTexts, field.name) === '' ? [] : [[field.name, textIn(typedTexts, field.name)]],
        ),
      );
      const params = { name, ...(fields.length > 0 && { arguments: values }) };
      return { method: 'prompts/get', label: 'Get the prompt', params, missingNames: missingIn(fields, typedTexts) };
    }
    case 'tools': {
      const { value, faults } =
        json === undefined ? typedArguments(fieldsOf(listedItem.inputSchema), typedTexts) : jsonArguments(json);
      const [faulty] = Object.keys(faults);
      return {
        method: 'tools/call',
        label: 'Call the tool',
        params: faulty === undefined ? { name, arguments: value } : undefined,
        missingNames: [],
        faulty,
      };
    }
    case 'resources':
      return { method: 'resources/read', label: 'Read the resource', params: { uri: name }, missingNames: [] };
    case 'resourceTemplates': {
      const fields = templateArguments(name);
      const uri = filledTemplate(name, typedTexts);
      const missingNames = missingIn(fields, typedTexts);
      return { method: 'resources/read', label: 'Read the resource', params: { uri }, missingNames };
    }
  }
}

export interface TextArgument {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

/** The arguments of a listed prompt. */
export function argumentsOf({ arguments: listedArguments }: JsonObject): readonly TextArgument[] {
  if (!Array.isArray(listedArguments)) return [];
  return listedArguments.filter(isObject).flatMap(({ name, title, description, required }) =>
    typeof name === 'string'
      ? [
          {
            name,
            title: typeof title === 'string' ? title : undefined,
            description: typeof description === 'string' ? description : undefined,
            isRequired: required === true,
          },
        ]
      : [],
  );
}

/** An expression of a URI template (RFC 6570): an operator, then variables. */
const expression = /\{([+#./;?&]?)([^{}]*)\}/g;

/** The variables of a resource template. */
export function templateArguments(template: string): readonly TextArgument[] {
  const names = [...template.matchAll(expression)].flatMap(([, , variables = '']) =>
    variables.split(',').map(variableName),
  );
  return [...new Set(names)].map((name) => ({ name, title: undefined, description: undefined, isRequired: true }));
}

/** Fills a URI template (RFC 6570) with one text for each variable. */
export function filledTemplate(template: string, typedTexts: Texts): string {
  return template.replace(expression, (_, operator: string, variables: string) => {
    const names = variables.split(',').map(variableName);
    const isReserved = operator === '+' || operator === '#';
    const encode = (text: string) => (isReserved ? encodeURI(text) : encodeURIComponent(text));
    const isNamed = operator === ';' || operator === '?' || operator === '&';
    const parts = names.map((name) => `${isNamed ? `${name}=` : ''}${encode(textIn(typedTexts, name))}`);
    const prefix = operator === '+' ? '' : operator;
    const between = operator === '' || isReserved ? ',' : operator === '?' ? '&' : operator;
    return prefix + parts.join(between);
  });
}

function variableName(variable: string): string {
  return variable.trim().replace(/\*$|:\d+$/, '');
}

function missingIn(fields: readonly TextArgument[], typedTexts: Texts): string[] {
  return fields.flatMap(({ name, isRequired }) => (isRequired && textIn(typedTexts, name) === '' ? [name] : []));
}

function textIn(typedTexts: Texts, name: string): string {
  return Object.hasOwn(typedTexts, name) ? (typedTexts[name] ?? '') : '';
}
