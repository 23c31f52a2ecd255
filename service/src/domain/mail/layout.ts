/** Dark mode colors for mail programs that support it; others show the inline colors. */
export const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; }
@media (max-width: 560px) { .card { padding: 28px 20px !important; } .ground { padding: 24px 12px !important; } }
@media (prefers-color-scheme: dark) {
  .ground, body { background: #000000 !important; }
  .card { background: #0f1211 !important; border-color: #272c2a !important; }
  .text { color: #eceeed !important; }
  .muted { color: #a8afac !important; }
  .line { border-color: #272c2a !important; }
  .link { color: #62c8b1 !important; }
  .button, .mark { background: #62c8b1 !important; }
  .button-text { color: #03211b !important; }
  .door { background: #03211b !important; }
  .arch { border-color: #03211b !important; }
}`;

/** The logo, an arch with a door, built from boxes: mail programs show neither SVG nor images of unknown senders. */
export const mark = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="mark" bgcolor="#0e6a5b" align="center" valign="bottom" style="width:24px;height:26px;background:#0e6a5b;border-radius:12px 12px 3px 3px;font-size:0;line-height:0"><div class="arch" style="display:inline-block;width:10px;height:17px;border:1.5px solid #f7f7f7;border-bottom:0;border-radius:7px 7px 0 0;text-align:center"><div class="door" style="display:inline-block;margin-top:4px;width:5px;height:13px;background:#f7f7f7;border-radius:3px 3px 0 0"></div></div></td><td class="text" style="padding:0 0 0 9px;font-size:19px;line-height:26px;font-weight:600;letter-spacing:-0.03em;color:#161a19">Atrium</td></tr></table>`;

/** Keeps the body of the email out of the preview next to the subject. */
export const spacer = '&#847;&zwnj;&nbsp;'.repeat(60);

interface DocumentParts {
  readonly style: string;
  readonly title: string;
  readonly preheader: string;
  readonly mark: string;
  readonly content: string;
  readonly reason: string;
}

const font = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The HTML document around the content of an email. All parts are HTML already. */
export const emailDocument = ({ style, title, preheader, mark: logo, content, reason }: DocumentParts): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${style}
</style>
</head>
<body style="margin:0;background:#f7f7f7">
<div style="display:none;max-height:0;overflow:hidden;font-size:0;line-height:0;mso-hide:all">${preheader}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f7f7f7" style="background:#f7f7f7;padding:40px 16px;${font};font-size:16px;line-height:24px"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding:0 4px 20px">${logo}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #e2e5e3;border-radius:16px;padding:36px 36px 32px">${content}</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:#535a57">${reason}</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
