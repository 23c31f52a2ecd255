/** One word of an action, which is evaluated when it is rendered. */
export type Operand =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'path'; readonly from: string; readonly keys: readonly string[] }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'nested'; readonly pipeline: Pipeline };
/** Commands of which each passes its result as the last argument to the next one. */
export type Pipeline = readonly (readonly Operand[])[];

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'show'; readonly pipeline: Pipeline }
  | { readonly kind: 'set'; readonly name: string; readonly pipeline: Pipeline }
  | { readonly kind: 'if' | 'with'; readonly pipeline: Pipeline; readonly body: Node[]; readonly other: Node[] }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly pipeline: Pipeline; readonly body: Node[] };

const word =
  /\s*(?:(\|)|(\()|(\))|"((?:[^"\\]|\\.)*)"|(-?\d+)\b|(true|false)\b|((?:\$\w*|)(?:\.\w+)+|\.|\$\w*)|(\w+))/y;

/** Parses a pipeline. Throws for syntax that the chart does not use. */
export const parsePipeline = (source: string): Pipeline => {
  word.lastIndex = 0;
  const read = (isNested: boolean): Pipeline => {
    const commands: Operand[][] = [[]];
    while (source.slice(word.lastIndex).trim() !== '') {
      const found = word.exec(source);
      if (!found) throw new Error(`The template has {{ ${source} }}, which is not understood.`);
      const [, pipe, open, close, text, number, truth, path, name] = found;
      const into = commands.at(-1) ?? [];
      if (pipe) commands.push([]);
      else if (open) into.push({ kind: 'nested', pipeline: read(true) });
      else if (close) {
        if (isNested) return commands;
        throw new Error(`{{ ${source} }} closes what it did not open.`);
      } else if (text !== undefined) into.push({ kind: 'value', value: JSON.parse(`"${text}"`) });
      else if (number !== undefined) into.push({ kind: 'value', value: Number(number) });
      else if (truth) into.push({ kind: 'value', value: truth === 'true' });
      else if (path) {
        const [from = '', ...keys] = path === '.' ? [''] : path.split('.');
        into.push({ kind: 'path', from, keys });
      } else into.push({ kind: 'call', name: name ?? '' });
    }
    if (isNested) throw new Error(`{{ ${source} }} does not close what it opened.`);
    return commands;
  };
  return read(false);
};

type Piece = { readonly text: string } | { readonly action: string };

/** Splits a template into text and actions. A `-` trims the adjacent white space. */
const piecesOf = (template: string): Piece[] => {
  const pieces: Piece[] = [];
  const action = /(\s*)\{\{(-?)\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*(-?)\}\}(\s*)/g;
  let at = 0;
  for (const found of template.matchAll(action)) {
    const [, before = '', trimsBefore = '', inner = '', trimsAfter = '', after = ''] = found;
    if (found.index < at) continue;
    const text = template.slice(at, found.index) + before;
    pieces.push({ text: trimsBefore ? text.trimEnd() : text });
    if (!inner.startsWith('/*')) pieces.push({ action: inner });
    at = found.index + found[0].length - after.length;
    if (trimsAfter) at += after.length;
  }
  return [...pieces, { text: template.slice(at) }];
};

/** Parses a template into nodes. Its definitions are added to `defined`. */
export const parseTemplate = (template: string, defined: Map<string, Node[]>): Node[] => {
  const pieces = piecesOf(template);
  let at = 0;
  /** What is rendered instead of a body that ended with `end`. */
  const otherwise = (action: string, end: string): Node[] => {
    if (end === 'end') return [];
    const next = block();
    const [, condition] = /^else if ([\s\S]*)$/.exec(end) ?? [];
    if (condition)
      return [{ kind: 'if', pipeline: parsePipeline(condition), body: next.nodes, other: otherwise(action, next.end) }];
    if (end !== 'else' || next.end !== 'end') throw new Error(`{{ ${action} }} has no end.`);
    return next.nodes;
  };
  const block = (): { nodes: Node[]; end: string } => {
    const nodes: Node[] = [];
    for (; at < pieces.length;) {
      const piece = pieces[at];
      at += 1;
      if (!piece) break;
      if ('text' in piece) {
        nodes.push({ kind: 'text', text: piece.text });
        continue;
      }
      const [, head = '', rest = ''] = /^(\w*)\b\s*([\s\S]*)$/.exec(piece.action) ?? [];
      const [, variable, value = ''] = /^\$(\w+) := ([\s\S]*)$/.exec(piece.action) ?? [];
      if (head === 'end' || head === 'else') return { nodes, end: piece.action };
      if (variable) nodes.push({ kind: 'set', name: variable, pipeline: parsePipeline(value) });
      else if (head === 'if' || head === 'with') {
        const body = block();
        nodes.push({
          kind: head,
          pipeline: parsePipeline(rest),
          body: body.nodes,
          other: otherwise(piece.action, body.end),
        });
      } else if (head === 'range') {
        const [, names = '', over = rest] = /^((?:\$\w+(?:, )?)+) := ([\s\S]*)$/.exec(rest) ?? [];
        const body = block();
        if (body.end !== 'end') throw new Error(`{{ ${piece.action} }} has no end.`);
        const variables = names
          .split(', ')
          .filter(Boolean)
          .map((name) => name.slice(1));
        nodes.push({ kind: 'range', names: variables, pipeline: parsePipeline(over), body: body.nodes });
      } else if (head === 'define') defined.set(rest.slice(1, -1), block().nodes);
      else nodes.push({ kind: 'show', pipeline: parsePipeline(piece.action) });
    }
    return { nodes, end: '' };
  };
  const { nodes, end } = block();
  if (end !== '') throw new Error(`{{ ${end} }} belongs to nothing.`);
  return nodes;
};
