/** Turns validation errors into sentences from which the author of a value can correct it. */
import type { ErrorObject } from 'ajv';
import { nearestName } from '../../../base/text/near-names.ts';
import { kindOf } from '../answer/arguments.ts';

/** Most mistakes in one sentence. */
const maxMistakes = 8;

/** Keywords whose errors only repeat that one of their inner schemas does not match. */
const wrappers: ReadonlySet<string> = new Set(['if', 'allOf', '$ref', '$dynamicRef']);
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** `location is missing; units must be one of "metric", "imperial", but it is "kelvin"`. @param wholeName names the value */
export function mistakes(errors: readonly ErrorObject[], wholeName: string): string {
  const unmet = new Set(
    errors.flatMap(({ keyword, instancePath }) => (alternatives.has(keyword) ? [instancePath] : [])),
  );
  const tellingErrors = errors.filter(({ keyword, instancePath }) => {
    if (wrappers.has(keyword)) return false;
    // If no alternative fits, each reports an error; the one error about all of them is enough.
    return alternatives.has(keyword) || !isWithinOne(instancePath, unmet);
  });
  const sentences = [
    ...new Set((tellingErrors.length > 0 ? tellingErrors : errors).map((error) => mistake(error, wholeName))),
  ];
  const restCount = sentences.length - maxMistakes;
  return `${sentences.slice(0, maxMistakes).join('; ')}${restCount > 0 ? `; and ${restCount} more` : ''}`;
}

/** Whether a path is one of these or is inside one of them. */
function isWithinOne(path: string, outerPaths: ReadonlySet<string>): boolean {
  if (outerPaths.size === 0) return false;
  for (let end = path.length; end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1))
    if (outerPaths.has(path.slice(0, end))) return true;
  return false;
}

function mistake(
  { keyword, instancePath, params, data, parentSchema, message }: ErrorObject,
  wholeName: string,
): string {
  const at = placeName(instancePath);
  const what = at === '' ? wholeName : at;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return `${placeName(instancePath, String(params.missingProperty))} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownName(String(params.additionalProperty ?? params.unevaluatedProperty), instancePath, parentSchema);
    case 'type': {
      const types = [params.type as string | readonly string[]].flat();
      return `${what} must be ${types.map(article).join(' or ')}, but it is ${kindOf(data)}`;
    }
    case 'enum':
      return `${what} must be ${oneOf(params.allowedValues as readonly unknown[])}, but it is ${printShort(data)}`;
    case 'const':
      return `${what} must be ${printShort(params.allowedValue)}, but it is ${printShort(data)}`;
    case 'anyOf':
    case 'oneOf':
      return `${what} matches none of the allowed forms, or more than one`;
    case 'false schema':
      return `${what} is not allowed`;
    default:
      return `${what} ${message ?? `does not meet "${keyword}"`}${isScalar(data) ? `, but it is ${printShort(data)}` : ''}`;
  }
}

function unknownName(name: string, path: string, schema: object | undefined): string {
  const properties = (schema as { properties?: object } | undefined)?.properties ?? {};
  const knownNames = Object.keys(properties);
  const nearestKnown = nearestName(name, knownNames);
  const advice = nearestKnown
    ? `did you mean ${nearestKnown}?`
    : knownNames.length > 0
      ? `known: ${knownNames.join(', ')}`
      : 'none is expected here';
  return `${placeName(path, name)} is unknown (${advice})`;
}

function oneOf(values: readonly unknown[]): string {
  const list = values.slice(0, 20).map(printShort).join(', ');
  return values.length === 1 ? list : `one of ${list}${values.length > 20 ? ' …' : ''}`;
}

function article(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function printShort(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** A JSON pointer (RFC 6901) as people write paths: `/stops/0/city` is `stops[0].city`. */
export function placeName(pointer: string, ...moreSteps: readonly string[]): string {
  const steps = pointer === '' ? [] : pointer.slice(1).split('/');
  const keys = [...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')), ...moreSteps];
  return keys.reduce((path, key, index) => {
    if (index >= 0 && /^\d+$/.test(key) && path !== '') return `${path}[${key}]`;
    const step = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? key : JSON.stringify(key);
    return path === '' ? step : `${path}.${step}`;
  }, '');
}
