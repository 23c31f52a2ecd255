import type { StateCore } from 'markdown-it';

const mark = /^\[!(note|tip|important|warning|caution)\]$/i;

/** A quote that begins with `[!NOTE]` on its own line is an alert. Its kind is the `alert` in its token's meta. */
export const alerts = (state: StateCore): void => {
  for (let index = 0; index < state.tokens.length; index += 1) {
    const quote = state.tokens[index];
    if (quote?.type !== 'blockquote_open' || state.tokens[index + 1]?.type !== 'paragraph_open') continue;
    const inline = state.tokens[index + 2];
    const [first, second, ...others] = inline?.children ?? [];
    const [, kind] = (first?.type === 'text' && mark.exec(first.content)) || [];
    if (!inline || kind === undefined || (second !== undefined && second.type !== 'softbreak')) continue;
    quote.meta = { alert: kind.toLowerCase() };
    inline.children = others;
    if (others.length === 0) state.tokens.splice(index + 1, 3);
  }
};

/** The title above an alert of this kind. */
export const alertTitle = (kind: string): string => `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
