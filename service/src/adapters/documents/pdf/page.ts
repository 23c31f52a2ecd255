import { typstString } from './typst-string.ts';

const families = [
  'Inter',
  'Noto Sans Hans',
  'Noto Sans KR',
  'Noto Naskh Arabic',
  'Noto Sans Hebrew',
  'Noto Color Emoji',
];
const fonts = (first: readonly string[]): string => `(${[...first, ...families].map(typstString).join(', ')})`;

const mono = fonts(['JetBrains Mono']);

/** The page template with the product's brand around the expression `content`. Long words are broken, never cut off. */
export const pageOf = (title: string, content: string): string => `
#let brand = rgb("#0e6a5b")
#let muted = rgb("#5c6662")
#let hairline = 0.6pt + rgb("#d5dad7")
#let long-word = regex("[!-~]{24,}")
// A nearly empty space allows a line break and adds nothing to copied text.
#let long(word) = word.clusters().chunks(if word.len() > 500 { 20 } else { 4 }).map(part => part.join()).join(h(0.001pt))
#let code(it) = box(fill: rgb("#f2f5f3"), inset: (x: 3pt), outset: (y: 2.5pt), radius: 3pt, it)
#let code-block(it) = block(
  width: 100%, fill: rgb("#f6f8f7"), stroke: hairline, radius: 5pt, inset: 10pt, text(font: ${mono}, size: 8.8pt, it),
)
#let key(it) = box(stroke: hairline, inset: (x: 3pt), outset: (y: 2pt), radius: 2.5pt, text(size: 0.9em, it))
#let alert(title, warns, it) = block(
  inset: (x: 12pt, y: 2pt), stroke: (left: 2pt + if warns { rgb("#b3361b") } else { brand }), { par(strong(title)); it },
)
#let details(summary, it) = block(
  width: 100%, stroke: hairline, radius: 5pt, inset: 10pt, { par(strong(summary)); it },
)
#let task(done) = box(
  width: 0.8em, height: 0.8em, baseline: 0.08em, radius: 1.5pt, stroke: 0.7pt + muted,
  if done { align(center + horizon, text(size: 0.7em, "✓")) },
)
#set document(title: ${typstString(title)}, author: "Atrium")
#set page(
  paper: "a4",
  margin: (x: 23mm, top: 24mm, bottom: 26mm),
  footer: context {
    set text(size: 8.5pt, fill: muted)
    grid(columns: (1fr, auto), strong("Atrium"), counter(page).display("1 / 1", both: true))
  },
)
#set text(font: ${fonts([])}, size: 10.5pt, fill: rgb("#161a19"), fallback: true)
#set par(leading: 0.72em, spacing: 1.15em, linebreaks: "simple")
#set list(indent: 0.6em, spacing: 0.72em)
#set enum(indent: 0.6em, spacing: 0.72em)
#set table(
  stroke: (_, y) => (bottom: hairline, top: if y == 0 { hairline }),
  inset: (x: 7pt, y: 6pt),
  fill: (_, y) => if y == 0 { rgb("#f2f5f3") },
)
#set footnote.entry(separator: line(length: 30%, stroke: hairline))
#show footnote.entry: set text(size: 8.5pt)
#show list: set block(above: 1.15em, below: 1.15em)
#show enum: set block(above: 1.15em, below: 1.15em)
#show heading: set block(above: 1.5em, below: 0.8em, sticky: true)
#show heading: set text(weight: 600)
#show heading.where(level: 1): set text(size: 16pt)
#show heading.where(level: 2): set text(size: 13.5pt)
#show heading.where(level: 3): set text(size: 11.5pt)
#show link: set text(fill: brand)
#show quote.where(block: true): it => block(
  inset: (x: 12pt, y: 2pt), stroke: (left: 2pt + rgb("#c4d8d2")), text(fill: muted, it.body),
)
#show raw: set text(font: ${mono})
#show raw: it => { show long-word: word => long(word.text); it }
#show raw.where(block: false): code
#show raw.where(block: true): code-block
#show math.equation.where(block: true): set block(breakable: true)
#block(below: 1.4em)[
  #text(size: 21pt, weight: 700, ${typstString(title)})
  #v(-0.2em)
  #line(length: 42pt, stroke: 2pt + brand)
]
#${content}
`;
