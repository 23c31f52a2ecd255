/** Ways to do one thing; the keys of a way are held down together. `Mod` is Ctrl, or Cmd on Apple's machines. */
export type Keys = readonly (readonly string[])[];

interface Group {
  readonly name: string;
  readonly shortcuts: readonly (readonly [what: string, keys: Keys])[];
}

/** Every key that does something, where it does it. */
export const shortcutGroups: readonly Group[] = [
  {
    name: 'Anywhere on the main screen',
    shortcuts: [
      ['Open the commands', [['Mod', 'K']]],
      ['Show this list', [['?']]],
      ['Undo what a message offers to undo', [['Mod', 'Z']]],
      ['Close a dialog, or a bar over the chat', [['Esc']]],
    ],
  },
  {
    name: 'Message',
    shortcuts: [
      ['Send', [['Enter']]],
      ['New line', [['Shift', 'Enter']]],
    ],
  },
  {
    name: 'Chats',
    shortcuts: [
      ['Pick a chat up, and drop it onto a collection', [['Space']]],
      ['Choose the collection', [['↑'], ['↓']]],
      ['Save a new title', [['Enter']]],
    ],
  },
  {
    name: 'Several chats selected',
    shortcuts: [
      ['Go to the next or the one before', [['↑'], ['↓']]],
      [
        'Add all up to there',
        [
          ['Shift', '↑'],
          ['Shift', '↓'],
        ],
      ],
      ['Select all', [['Mod', 'A']]],
      ['Delete', [['Del']]],
      ['Stop selecting', [['Esc']]],
    ],
  },
  {
    name: 'Search and commands',
    shortcuts: [
      ['Choose', [['↑'], ['↓']]],
      ['Open', [['Enter']]],
    ],
  },
];

/** The keys of a way by the names that are printed on them. */
export const keysIn = (way: readonly string[], mac: boolean): readonly string[] =>
  way.map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key));
