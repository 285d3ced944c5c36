/**
 * The part of the sandbox that runs inside the interpreter, around the user's code: `context`, the arguments, and the
 * conversion of the result to JSON. It runs there because getters, proxies, `toJSON` and thenables are user code too:
 * inside they have the same limits, and only strings leave. It saves the built-ins that it needs before the user's code
 * can change them; a changed prototype can only affect the user's own result.
 *
 * An expression: a function of the host's functions (guest-call.ts) that returns `{ call, threw }`.
 */
export const GUEST_SOURCE = `(host, maxLength, maxLog) => {
  const { parse, stringify } = JSON;
  const { Error, Map, Promise, Set, String, TypeError } = globalThis;
  const { isArray } = Array;
  const { assign, getPrototypeOf, keys } = Object;
  const { isFinite } = Number;
  const { construct } = Reflect;
  const tagOf = Function.prototype.call.bind(Object.prototype.toString);

  // No clock: neither the time nor anything that is seeded with it.
  const ClockDate = Date;
  const noClock = () => {
    throw new TypeError('there is no clock in a function; pass the date in as an argument');
  };
  globalThis.Date = function Date(...parts) {
    if (!new.target || parts.length === 0) noClock();
    return construct(ClockDate, parts, new.target);
  };
  Date.prototype = ClockDate.prototype;
  Date.prototype.constructor = Date;
  Date.parse = ClockDate.parse;
  Date.UTC = ClockDate.UTC;
  Date.now = noClock;
  Math.random = host.random;

  const plain = { Object: 1, Array: 1, String: 1, Number: 1, Boolean: 1, __proto__: null };
  const refused = {};
  const refuse = (what, key) => {
    host.refused(what, String(key));
    throw refused;
  };
  function checked(key, value) {
    switch (typeof value) {
      case 'function':
      case 'symbol':
      case 'bigint':
        return refuse('a ' + typeof value, key);
      case 'undefined':
        return key === '' || isArray(this) ? refuse('undefined', key) : value;
      case 'number':
        return isFinite(value) ? value : refuse(String(value), key);
      case 'object': {
        if (value === null) return value;
        const tag = tagOf(value);
        const name = tag.slice(8, -1);
        return plain[name] ? value : refuse('a ' + name, key);
      }
      default:
        return value;
    }
  }
  const serialise = (value) => {
    try {
      return stringify(value, checked);
    } catch (thrown) {
      if (thrown instanceof TypeError && thrown.message === 'circular reference') refuse('a reference to itself', '');
      throw thrown;
    }
  };

  // One value as text: as JSON, and what JSON cannot say as Node's console does: NaN, undefined, Map(1) {"a" => 1}.
  const maxDepth = 16;
  const show = (value) => {
    if (typeof value === 'string' || tagOf(value) === '[object String]') return String(value);
    try {
      const text = { parts: [], left: maxLog };
      writeValue(text, value, []);
      return text.parts.join('');
    } catch {
      return String(value);
    }
  };
  const write = (text, part) => {
    text.parts.push(part);
    text.left -= part.length;
  };
  const quoted = (string) => stringify(string.length > maxLog ? string.slice(0, maxLog) : string);
  const writeValue = (text, value, around) => {
    if (typeof value === 'object' && value !== null) writeObject(text, value, around);
    else if (typeof value === 'string') write(text, quoted(value));
    else if (typeof value === 'function') write(text, value.name ? '[function ' + value.name + ']' : '[function]');
    else write(text, String(value) + (typeof value === 'bigint' ? 'n' : ''));
  };
  // What is longer than the whole log ends early.
  const writeItems = (text, open, separator, close, items, writeItem) => {
    write(text, open);
    let before = '';
    for (const item of items) {
      if (text.left < 0) return;
      write(text, before);
      writeItem(item);
      before = separator;
    }
    write(text, close);
  };
  const writeObject = (text, value, around) => {
    if (around.includes(value)) return write(text, '[circular]');
    if (value instanceof Error) return write(text, String(value));
    switch (tagOf(value)) {
      case '[object String]':
        return write(text, quoted(String(value)));
      case '[object Number]':
      case '[object Boolean]':
      case '[object RegExp]':
        return write(text, String(value));
      case '[object Date]':
        return write(text, isFinite(value.getTime()) ? value.toISOString() : 'Invalid Date');
    }
    const name = getPrototypeOf(value)?.constructor?.name;
    if (around.length === maxDepth) return write(text, '[' + (name || 'Object') + ']');
    const inner = [...around, value];
    const writeInner = (item) => writeValue(text, item, inner);
    if (isArray(value)) return writeItems(text, '[', ',', ']', value, writeInner);
    if (value instanceof Set) return writeItems(text, 'Set(' + value.size + ') {', ', ', '}', value, writeInner);
    if (value instanceof Map)
      return writeItems(text, 'Map(' + value.size + ') {', ', ', '}', value, ([key, item]) => {
        writeInner(key);
        write(text, ' => ');
        writeInner(item);
      });
    if (typeof value.toJSON === 'function') return writeInner(value.toJSON());
    const open = name && name !== 'Object' ? name + ' {' : '{';
    writeItems(text, open, ',', '}', keys(value), (key) => {
      write(text, quoted(key) + ':');
      writeInner(value[key]);
    });
  };
  const threw = (thrown) => {
    if (thrown === refused) return;
    let isError = false;
    let name = '';
    let message = 'something that cannot be shown';
    let stack = '';
    try {
      isError = thrown instanceof Error;
      if (isError) {
        stack = String(thrown.stack);
        name = String(thrown.name);
        message = String(thrown.message);
      } else {
        message = show(thrown);
      }
    } catch {}
    host.threw(isError ? 1 : 0, name, message, stack);
  };

  let logOpen = true;
  let progressOpen = true;
  const context = {
    search: async (source, query, options = {}) => {
      const { text, results } = parse(await host.search(String(source), String(query), stringify(options)));
      // A text, as most functions want it, that also has its parts.
      return assign(new String(text), { results });
    },
    ask: async (question) => parse(await host.ask(stringify(question))),
    page: async (source, location) => parse(await host.page(String(source), String(location))),
    template: (text, values = {}) => host.template(String(text), stringify(values)),
    progress: (value, total, message) => {
      const number = (given) => (typeof given === 'number' && isFinite(given) ? given : undefined);
      if (number(value) === undefined) throw new TypeError('context.progress(value, total, message) needs a number');
      if (progressOpen) progressOpen = host.progress(stringify({ value, total: number(total), message: message === undefined ? message : show(message) }));
    },
    log: (...values) => {
      if (logOpen) logOpen = host.log(values.map(show).join(' '));
    },
  };

  const call = async (module, args) => {
    try {
      const { default: fn } = await module;
      if (typeof fn !== 'function') return host.noFunction(fn === undefined ? 'nothing' : 'a value of type ' + typeof fn);
      const json = serialise(await fn(...parse(args), context));
      if (json.length > maxLength) return host.tooLarge();
      host.returned(json);
    } catch (thrown) {
      threw(thrown);
    }
  };
  return { call, threw };
}`;
