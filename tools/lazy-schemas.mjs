/**
 * Builds the schemas of the MCP SDK on first use. The SDK builds 180 zod schemas when it is imported, a sixth of the
 * processor time of a start of `serve`, which uses a handful of them. zod reads a schema only by its properties, so a
 * proxy can be in its place.
 */

/** The modules of @modelcontextprotocol/core that declare schemas. */
const schemaModules = /[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/](?:schemas|auth)-[^\\/]+\.mjs$/;

const helper = `
function lazySchema(build) {
  let schema;
  const built = () => (schema ??= build());
  return new Proxy({}, {
    get: (_, key) => Reflect.get(built(), key),
    set: (_, key, value) => Reflect.set(built(), key, value),
    has: (_, key) => Reflect.has(built(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(built()),
  });
}
`;

/** A plugin for rolldown. It counts what it has wrapped: a new version of the SDK may declare its schemas otherwise. */
export const lazySchemas = {
  name: 'lazy schemas',
  transform: {
    filter: { id: schemaModules },
    /** @param {string} code */
    handler(code) {
      let wrapped = '';
      let end = 0;
      let count = 0;
      for (const statement of this.parse(code).body) {
        const [declared] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
        if (!declared?.id.name?.endsWith('Schema') || declared.init?.type !== 'CallExpression') continue;
        const { start, end: initEnd } = declared.init;
        wrapped += `${code.slice(end, start)}lazySchema(() => (${code.slice(start, initEnd)}))`;
        end = initEnd;
        count += 1;
      }
      if (count === 0)
        throw new Error('The modules of the SDK that declare schemas have changed: see tools/lazy-schemas.mjs.');
      return { code: helper + wrapped + code.slice(end), map: null };
    },
  },
};
