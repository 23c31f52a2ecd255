/** Elements of HTML that Markdown has no sign for. */
export type MarkedAs = 'sub' | 'sup' | 'kbd' | 'mark';

declare module 'mdast' {
  /** A formula; `display`: on a line of its own. */
  interface Formula {
    type: 'formula';
    value: string;
    display: boolean;
  }
  /** Text as an element of HTML has it, which Markdown has no sign for. */
  interface Marked {
    type: 'marked';
    as: MarkedAs;
    children: PhrasingContent[];
  }
  /** A quote that warns or advises. */
  interface Alert {
    type: 'alert';
    kind: string;
    children: (BlockContent | DefinitionContent)[];
  }
  /** What the screen folds away behind a summary; a document shows all of it. */
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
  /** What a term means. */
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
