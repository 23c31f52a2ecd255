const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/**
 * Numbers of the examples of CommonMark 0.31 that the product deliberately shows differently, each group with its
 * reason. Every other example is shown as specified.
 */
export const deviations: readonly { readonly reason: string; readonly examples: readonly number[] }[] = [
  {
    reason: 'Raw HTML stays text: what a model or a person writes never becomes an element.',
    examples: [
      21,
      31,
      ...from(148, 167),
      ...from(169, 191),
      201,
      308,
      309,
      344,
      475,
      476,
      477,
      491,
      494,
      524,
      536,
      ...from(613, 617),
      623,
      ...from(625, 631),
      642,
      643,
    ],
  },
  {
    reason: 'Bare addresses are links, as GitHub Flavored Markdown has it.',
    examples: [602, 606, 608, 611, 612],
  },
  {
    reason:
      'A definition of a link holds for other blocks where it stands on one line of its own, at the margin, with a plain label: blocks are parsed apart, so that a streaming answer is never parsed whole.',
    examples: [193, 194, 195, 196, 198, 202, 217, 218, 540, 541, 549, 550],
  },
];

/**
 * Numbers of the examples of the GitHub Flavored Markdown Spec 0.29 that the product deliberately shows differently.
 */
export const gfmDeviations: readonly { readonly reason: string; readonly examples: readonly number[] }[] = [
  {
    reason: 'Raw HTML stays text: all of it, so that there is nothing to be disallowed.',
    examples: [653],
  },
];
