interface LoaderContext {
  readonly resourcePath: string;
  getOptions(): { readonly from: string; readonly to: string; readonly more: string };
}

/** A file's text as the next release has it: one sentence is another one, and there is a function more. */
function change(this: LoaderContext, text: string): string {
  const { from, to, more } = this.getOptions();
  if (!text.includes(from))
    throw new Error(`${this.resourcePath} holds no ${from}: give the benchmark another change.`);
  return `${text.replace(from, () => to)}\n${more}\n`;
}

export default change;
