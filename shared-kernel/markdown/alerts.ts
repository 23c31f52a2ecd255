import type { StateCore } from 'markdown-it';

const mark = /^\[!(note|tip|important|warning|caution)\]$/i;

/** A quote that begins with `[!NOTE]` on a line of its own is an alert: its kind is the `alert` of its token's meta. */
export const alerts = (state: StateCore): void => {
  for (let at = 0; at < state.tokens.length; at += 1) {
    const quote = state.tokens[at];
    if (quote?.type !== 'blockquote_open' || state.tokens[at + 1]?.type !== 'paragraph_open') continue;
    const inline = state.tokens[at + 2];
    const [first, second, ...rest] = inline?.children ?? [];
    const [, kind] = (first?.type === 'text' && mark.exec(first.content)) || [];
    if (!inline || kind === undefined || (second !== undefined && second.type !== 'softbreak')) continue;
    quote.meta = { alert: kind.toLowerCase() };
    inline.children = rest;
    if (rest.length === 0) state.tokens.splice(at + 1, 3);
  }
};

/** How the kind of an alert is said above it. */
export const alertTitle = (kind: string): string => `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
