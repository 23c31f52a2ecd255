const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for a place in HTML, attribute or content. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

export interface Letter {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}

/** The product's mail: one column, inline styles only, as mail programs want it; and the same as plain text. */
export const letter = ({ heading, paragraphs, action }: Letter): { plain: string; html: string } => {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const button = action
    ? `<p style="margin:24px 0 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0e6a5b;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : '';
  return {
    plain: [heading, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), 'Atrium'].join('\n\n'),
    html: `<div style="background:#f7f7f7;padding:32px 16px;font:16px/1.5 Inter,system-ui,sans-serif;color:#161a19"><div style="max-width:480px;margin:0 auto;background:#ffffff;border:1px solid #e2e5e3;border-radius:16px;padding:32px"><p style="margin:0 0 24px;font-weight:600;letter-spacing:-0.01em">Atrium</p><h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>${body}${button}</div></div>`,
  };
};
