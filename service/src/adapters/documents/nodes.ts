/** HTML elements for which Markdown has no syntax. */
export type MarkedAs = 'sub' | 'sup' | 'kbd' | 'mark';

declare module 'mdast' {
  /** A formula; `display`: on a line of its own. */
  interface Formula {
    type: 'formula';
    value: string;
    display: boolean;
  }
  /** Text in an HTML element for which Markdown has no syntax. */
  interface Marked {
    type: 'marked';
    as: MarkedAs;
    children: PhrasingContent[];
  }
  /** A quote with a warning or advice, such as `[!NOTE]`. */
  interface Alert {
    type: 'alert';
    kind: string;
    children: (BlockContent | DefinitionContent)[];
  }
  /** Content that the screen collapses behind a summary. A document shows all of it. */
  interface Details {
    type: 'details';
    children: (Summary | BlockContent | DefinitionContent)[];
  }
  interface Summary {
    type: 'summary';
    children: PhrasingContent[];
  }
  interface DefinitionList {
    type: 'definitionList';
    children: (Term | Explanation)[];
  }
  interface Term {
    type: 'term';
    children: PhrasingContent[];
  }
  /** The explanation of a term. */
  interface Explanation {
    type: 'explanation';
    children: (BlockContent | DefinitionContent)[];
  }
  interface RootContentMap {
    formula: Formula;
    marked: Marked;
    alert: Alert;
    details: Details;
    summary: Summary;
    definitionList: DefinitionList;
    term: Term;
    explanation: Explanation;
  }
  interface PhrasingContentMap {
    formula: Formula;
    marked: Marked;
  }
  interface BlockContentMap {
    formula: Formula;
    alert: Alert;
    details: Details;
    definitionList: DefinitionList;
  }
}
