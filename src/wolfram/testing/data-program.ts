/** Random programs that only build data, and an independent evaluator that computes the data a reader must find. */

/** An expression that has a text, a list of prompts or a prompt as its value. */
type Data =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'join' | 'list' | 'riffle'; readonly items: readonly Data[] }
  | { readonly kind: 'append'; readonly list: Data; readonly item: Data }
  | { readonly kind: 'mapped'; readonly names: readonly string[]; readonly content: Data }
  | { readonly kind: 'prompt'; readonly name: Data; readonly content: Data }
  | { readonly kind: 'made'; readonly name: Data; readonly content: Data }
  | { readonly kind: 'nameOf'; readonly prompt: Data };

type Step =
  | { readonly kind: 'set' | 'appendTo'; readonly name: string; readonly value: Data }
  | { readonly kind: 'module'; readonly locals: readonly (readonly [string, Data])[]; readonly body: readonly Step[] }
  | { readonly kind: 'server'; readonly name: string; readonly prompts: Data };

export interface ExpectedServer {
  readonly name: string;
  readonly prompts: readonly { readonly Name: string; readonly Content: string }[];
}

export interface DataProgram {
  readonly text: string;
  /** The servers that evaluating the text would create. */
  readonly servers: readonly ExpectedServer[];
}

const maker = 'makePrompt[name_, content_] := <|"Name" -> name, "Content" -> content|>;\n';
const words = ['one', 'two words', '', 'é', 'a\\b', '"quoted"', '{x}', '(* no comment *)', '`slot`'];
const names = { text: ['a', 'b', '$c'], list: ['prompts', 'more'] };

/** @param tape numbers that decide what the program is */
export function dataProgram(tape: readonly number[]): DataProgram {
  let at = 0;
  let promptCount = 0;
  let serverCount = 0;
  const next = (limit: number) => (tape[at++ % tape.length] ?? 0) % limit;
  const pick = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  const knownNames: { text: string[]; list: string[] } = { text: [], list: [] };

  const textOf = (depth: number): Data => {
    const kind = next(depth > 2 ? 2 : 5);
    if (kind === 1 && knownNames.text.length > 0) return { kind: 'name', name: pick(knownNames.text) };
    if (kind === 2) return { kind: 'join', items: [textOf(depth + 1), textOf(depth + 1)] };
    if (kind === 3) return { kind: 'riffle', items: [textOf(depth + 1), textOf(depth + 1)] };
    if (kind === 4) return { kind: 'nameOf', prompt: promptOf(depth + 1) };
    return { kind: 'text', text: pick(words) };
  };
  const promptOf = (depth: number): Data => {
    // Names of prompts are unique, and no text is taken for one.
    const name: Data = { kind: 'text', text: `p${promptCount++}` };
    return { kind: pick(['prompt', 'made'] as const), name, content: textOf(depth) };
  };
  const listOf = (depth: number): Data => {
    const kind = next(depth > 1 ? 2 : 4);
    if (kind === 3)
      return { kind: 'mapped', names: [`p${promptCount++}`, `p${promptCount++}`], content: textOf(depth + 1) };
    if (kind === 1 && knownNames.list.length > 0) return { kind: 'name', name: pick(knownNames.list) };
    if (kind === 2) return { kind: 'append', list: listOf(depth + 1), item: promptOf(0) };
    return { kind: 'list', items: Array.from({ length: next(3) }, () => promptOf(0)) };
  };
  const stepOf = (depth: number): Step => {
    const kind = next(depth > 1 ? 4 : 5);
    if (kind === 1 && knownNames.list.length > 0)
      return { kind: 'appendTo', name: pick(knownNames.list), value: promptOf(0) };
    if (kind === 2) return { kind: 'server', name: `S${serverCount++}`, prompts: listOf(0) };
    if (kind === 4) {
      const [name, value] = [pick(names.text), textOf(0)];
      const before = [...knownNames.text];
      if (!knownNames.text.includes(name)) knownNames.text.push(name);
      const body = Array.from({ length: 1 + next(3) }, () => stepOf(depth + 1));
      // A name that is first set inside is unknown outside.
      knownNames.text = before;
      return { kind: 'module', locals: [[name, value]], body };
    }
    const type = pick(['text', 'list'] as const);
    const name = pick(names[type]);
    const value = type === 'text' ? textOf(0) : listOf(0);
    if (!knownNames[type].includes(name)) knownNames[type].push(name);
    return { kind: 'set', name, value };
  };
  const steps = [...Array.from({ length: 2 + next(5) }, () => stepOf(0)), stepOf(9)];
  steps.push({ kind: 'server', name: `S${serverCount++}`, prompts: listOf(0) });

  const servers: ExpectedServer[] = [];
  run(steps, new Map(), servers);
  return { text: maker + steps.map((step) => writeStep(step, pick)).join('\n'), servers };
}

type Value = string | { Name: string; Content: string } | readonly { Name: string; Content: string }[];

function run(steps: readonly Step[], scope: Map<string, Value>, servers: ExpectedServer[], outerScope?: Scope): void {
  const innerScope: Scope = { scope, outer: outerScope };
  for (const step of steps) {
    switch (step.kind) {
      case 'set':
        assign(innerScope, step.name, evaluate(step.value, innerScope));
        break;
      case 'appendTo':
        assign(innerScope, step.name, [...listAt(innerScope, step.name), evaluate(step.value, innerScope) as never]);
        break;
      case 'module':
        run(
          step.body,
          new Map(step.locals.map(([name, value]) => [name, evaluate(value, innerScope)])),
          servers,
          innerScope,
        );
        break;
      case 'server':
        servers.push({ name: step.name, prompts: evaluate(step.prompts, innerScope) as ExpectedServer['prompts'] });
    }
  }
}

interface Scope {
  readonly scope: Map<string, Value>;
  readonly outer: Scope | undefined;
}

function find(name: string, innerScope: Scope): Scope {
  if (innerScope.scope.has(name) || !innerScope.outer) return innerScope;
  return find(name, innerScope.outer);
}

function assign(innerScope: Scope, name: string, value: Value): void {
  find(name, innerScope).scope.set(name, value);
}

function listAt(innerScope: Scope, name: string) {
  return find(name, innerScope).scope.get(name) as readonly { Name: string; Content: string }[];
}

function evaluate(data: Data, innerScope: Scope): Value {
  const evaluateAll = (items: readonly Data[]) => items.map((item) => evaluate(item, innerScope)) as never[];
  switch (data.kind) {
    case 'text':
      return data.text;
    case 'name':
      return find(data.name, innerScope).scope.get(data.name) as Value;
    case 'join':
      return evaluateAll(data.items).join('');
    case 'riffle':
      return evaluateAll(data.items).join(', ');
    case 'list':
      return evaluateAll(data.items);
    case 'mapped':
      return data.names.map((name) => ({ Name: name, Content: evaluate(data.content, innerScope) as string }));
    case 'append':
      return [...(evaluate(data.list, innerScope) as never[]), evaluate(data.item, innerScope) as never];
    case 'prompt':
    case 'made':
      return { Name: evaluate(data.name, innerScope) as string, Content: evaluate(data.content, innerScope) as string };
    case 'nameOf':
      return (evaluate(data.prompt, innerScope) as { Name: string }).Name;
  }
}

type Pick = <T>(values: readonly T[]) => T;

function writeStep(step: Step, pick: Pick): string {
  switch (step.kind) {
    case 'set':
      return `${step.name} = ${expression(step.value, pick)};`;
    case 'appendTo':
      return `AppendTo[${step.name}, ${expression(step.value, pick)}];`;
    case 'module': {
      const locals = step.locals.map(([name, value]) => `${name} = ${expression(value, pick)}`);
      const body = step.body.map((innerStep) => writeStep(innerStep, pick)).join('\n  ');
      return `${pick(['Module', 'Block'])}[{${locals.join(', ')}},\n  ${body}\n];`;
    }
    case 'server': {
      const server = `<|"MCPPrompts" -> ${expression(step.prompts, pick)}|>`;
      const call = `CreateMCPServer["${step.name}", ${server}]`;
      return pick([
        `${call};`,
        `server = ${call};`,
        `InstallMCPServer["Zed", ${call}];`,
        `InstallMCPServer["Zed"] @ ${call};`,
        `${server} // CreateMCPServer["${step.name}", #] &;`,
        `CreateMCPServer @@ {"${step.name}", ${server}};`,
        `If[True, ${call}];`,
      ]);
    }
  }
}

function expression(data: Data, pick: Pick): string {
  const expressionsOf = (items: readonly Data[]) => items.map((item) => expression(item, pick));
  switch (data.kind) {
    case 'text':
      return `"${data.text.replace(/["\\]/g, '\\$&')}"`;
    case 'name':
      return data.name;
    case 'join': {
      const items = expressionsOf(data.items);
      return pick([`(${items.join(' <> ')})`, `StringJoin[${items.join(', ')}]`]);
    }
    case 'riffle':
      return `StringRiffle[{${expressionsOf(data.items).join(', ')}}, ", "]`;
    case 'list':
      return `{${expressionsOf(data.items).join(', ')}}`;
    case 'mapped': {
      const [content = ''] = expressionsOf([data.content]);
      const names = `{${data.names.map((name) => `"${name}"`).join(', ')}}`;
      const body = (name: string) => `<|"Name" -> ${name}, "Content" -> ${content}|>`;
      return pick([
        `Map[${body('#')} &, ${names}]`,
        `(${body('#')} & /@ ${names})`,
        `Table[${body('each')}, {each, ${names}}]`,
        `Map[Function[each, ${body('each')}], ${names}]`,
        `Table[makePrompt[each, ${content}], {each, ${names}}]`,
        `MapThread[makePrompt, {${names}, {${content}, ${content}}}]`,
      ]);
    }
    case 'append': {
      const [list, item] = expressionsOf([data.list, data.item]);
      return pick([`Append[${list}, ${item}]`, `Join[${list}, {${item}}]`, `(${list} ~Join~ {${item}})`]);
    }
    case 'prompt': {
      const [name, content] = expressionsOf([data.name, data.content]);
      const entries = `"Name" -> ${name}, "Content" -> ${content}`;
      return pick([`<|${entries}|>`, `Association[${entries}]`, `(Association @ {${entries}})`]);
    }
    case 'made':
      return `makePrompt[${expressionsOf([data.name, data.content]).join(', ')}]`;
    case 'nameOf': {
      const prompt = expression(data.prompt, pick);
      return pick([`Lookup[${prompt}, "Name"]`, `First[Values[KeyTake[${prompt}, {"Name"}]]]`]);
    }
  }
}
