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
      ['Start a new chat', [['Mod', 'Shift', 'O']]],
      ['Go to the message field', [['/']]],
      ['Show or hide your chats', [['Mod', 'B']]],
      ['Show or hide memory', [['Mod', '.']]],
      ['Show this list', [['?']]],
      ['Undo the last action', [['Mod', 'Z']]],
      ['Close a menu, dialog or sidebar, else stop the reply', [['Esc']]],
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
      ['Pick up a chat, and drop it on a collection', [['Space']]],
      ['Choose the collection', [['↑'], ['↓']]],
      ['Save a new title', [['Enter']]],
    ],
  },
  {
    name: 'Several chats selected',
    shortcuts: [
      ['Go to the next or previous item', [['↑'], ['↓']]],
      [
        'Extend the selection',
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
