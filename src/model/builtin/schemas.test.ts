import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../tool/json-schema.ts';

describe('The JSON Schemas that editors use', () => {
  it.each(['server', 'prompt', 'tool', 'source', 'skill'] as const)(
    'for a %s is what the definitions are checked with (npx vitest run src/model/builtin/schemas.test.ts -u renews it)',
    async (kind) => {
      const text = `${JSON.stringify(jsonSchema(kind), null, 2)}\n`;
      await expect(text).toMatchFileSnapshot(`schemas/${kind}.schema.json`);
    },
  );
});
