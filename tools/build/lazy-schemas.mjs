/**
 * Builds the schemas of the MCP SDK on first use. The SDK builds 180 zod schemas when it is imported, a sixth of the
 * processor time of a start of `serve`, which uses a handful of them. zod reads a schema only by its properties, so a
 * proxy can be in its place. Some constants of the SDK are computed from schemas at once, so they wait for their use too.
 */

/** The modules of @modelcontextprotocol/core that declare schemas. */
const schemaModules = /[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/](?:schemas|auth)-[^\\/]+\.mjs$/;

/** The modules of the server and the client that compute constants from them. */
const constantModules = /[\\/]@modelcontextprotocol[\\/](?:server|client)[\\/]dist[\\/]src-[^\\/]+\.mjs$/;

/** What a form may ask: sets of keys, and an object of such sets. */
const constants = new Set(['ROOT_KEYS', 'PROPERTY_KEYS_BY_TYPE', 'SUPPORTED_STRING_FORMATS']);

/** A method of a Set needs the Set as its `this`. The proxy's own target is empty, so every property is configurable. */
const helper = `
function lazyValue(build) {
  let value;
  const built = () => (value ??= build());
  return new Proxy({}, {
    get(_, key) {
      const found = Reflect.get(built(), key);
      return built() instanceof Set && typeof found === 'function' ? found.bind(built()) : found;
    },
    set: (_, key, value) => Reflect.set(built(), key, value),
    has: (_, key) => Reflect.has(built(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(built()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(built(), key);
      return found && { ...found, configurable: true };
    },
  });
}
`;

/** @param {{ id: { name?: string }, init: { type: string } | null }} declared */
const isSchema = ({ id, init }) => (id.name?.endsWith('Schema') ?? false) && init?.type === 'CallExpression';

/** @param {{ id: { name?: string } }} declared */
const isConstant = ({ id }) => constants.has(id.name ?? '');

/** A plugin for rolldown. It counts what it has wrapped: a new version of the SDK may declare its values otherwise. */
export const lazySchemas = {
  name: 'lazy schemas',
  transform: {
    filter: { id: [schemaModules, constantModules] },
    /** @param {string} code @param {string} id */
    handler(code, id) {
      const isOfConstants = constantModules.test(id);
      let wrappedText = '';
      let end = 0;
      let count = 0;
      for (const statement of this.parse(code).body) {
        const [declaredArguments] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
        if (!declaredArguments || !(isOfConstants ? isConstant(declaredArguments) : isSchema(declaredArguments)))
          continue;
        const { start, end: initEnd } = declaredArguments.init;
        wrappedText += `${code.slice(end, start)}lazyValue(() => (${code.slice(start, initEnd)}))`;
        end = initEnd;
        count += 1;
      }
      if (isOfConstants ? count !== constants.size : count === 0)
        throw new Error(`The SDK has changed its declarations in ${id}: see tools/build/lazy-schemas.mjs.`);
      return { code: helper + wrappedText + code.slice(end), map: null };
    },
  },
};
