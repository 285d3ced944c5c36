/**
 * The part of the sandbox that runs inside the interpreter, around the user's code: `context`, the arguments, and the
 * conversion of the result to JSON. It runs there because getters, proxies, `toJSON` and thenables are user code too:
 * inside they have the same limits, and only strings leave. It saves the built-ins that it needs before the user's code
 * can change them; a changed prototype can only affect the user's own result.
 *
 * An expression: a function of the host's functions (guest-call.ts) that returns `{ call, threw }`.
 */
export const GUEST_SOURCE = `(host, maxLength) => {
  const { parse, stringify } = JSON;
  const { Error, Map, Promise, String, TypeError } = globalThis;
  const { isArray } = Array;
  const { assign } = Object;
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

  const show = (value) => {
    if (typeof value === 'string' || tagOf(value) === '[object String]') return String(value);
    try {
      return stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
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
