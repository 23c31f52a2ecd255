/** Something that only this browser has, and how to end it. */
export interface Note {
  readonly label: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string };
}

/** Placed between the buttons of the bars, where no page has controls, like the banner of an override. */
const style = [
  'position:fixed;z-index:var(--z-scrim, 20);inset-block-start:calc(env(safe-area-inset-top, 0px) + 4px);inset-inline-start:50%;translate:-50%',
  'width:max-content;max-width:calc(100vw - 112px);padding:6px 12px;border-radius:20px',
  'background:var(--color-warn-soft, #fff4d6);border:1px solid var(--color-border-strong, #868d8a)',
  'color:var(--color-text, #17201d);font:400 13px/1.3 var(--font-sans, system-ui, sans-serif);text-align:center',
].join(';');

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** The banner for the end of a page's body; empty if the page has nothing that only this browser has. */
export const bannerOf = (notes: readonly Note[]): string => {
  if (notes.length === 0) return '';
  const lines = notes.map(
    ({ text, link }) =>
      `${escaped(text)} <a href="${escaped(link.href)}" style="color:inherit;text-decoration:underline;white-space:nowrap">${escaped(link.text)}</a>`,
  );
  const label = [...new Set(notes.map((one) => one.label))].join(', ');
  return `<aside aria-label="${label}" style="${style}">${lines.join('<br>')}</aside>`;
};
